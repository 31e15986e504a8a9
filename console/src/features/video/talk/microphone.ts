import { MICROPHONE_RATE_HZ } from '@fleetwarden/contract/video/live-video';

/** Why there is no microphone, each with the key of its text. */
export const microphoneFaults = {
  /** Browsers give a microphone to pages over https only. */
  insecure: 'video.micInsecure',
  denied: 'video.micDenied',
  missing: 'video.micMissing',
  busy: 'video.micBusy',
} as const;
export type MicrophoneFault = keyof typeof microphoneFaults;

export class MicrophoneError extends Error {
  readonly fault: MicrophoneFault;
  constructor(fault: MicrophoneFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Faults by the name of the browser's error. */
const FAULTS: Readonly<Record<string, MicrophoneFault>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
};
/** Samples of a message: 64 ms. */
const BLOCK_SAMPLES = 512;
const FULL_SCALE = 32_767;

export type Microphone = { readonly close: () => void };

/** Asks for the microphone; `send` gets 16-bit little-endian mono samples at MICROPHONE_RATE_HZ. Rejects with a MicrophoneError. */
export async function openMicrophone(send: (samples: ArrayBuffer) => void): Promise<Microphone> {
  // absent without https
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices?.getUserMedia) throw new MicrophoneError('insecure');
  const stream = await devices
    .getUserMedia({ audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true } })
    .catch((error: unknown) => {
      throw new MicrophoneError(FAULTS[(error as DOMException).name] ?? 'busy');
    });
  const context = new AudioContext({ sampleRate: MICROPHONE_RATE_HZ });
  const source = context.createMediaStreamSource(stream);
  // deprecated, but it needs no script of its own, which the content security policy would have to allow
  const tap = context.createScriptProcessor(BLOCK_SAMPLES, 1, 1);
  tap.onaudioprocess = ({ inputBuffer }) => send(toPcm(inputBuffer.getChannelData(0)));
  source.connect(tap);
  // without a destination it does not run; its output stays silent
  tap.connect(context.destination);
  await context.resume();
  return {
    close() {
      tap.onaudioprocess = null;
      for (const track of stream.getTracks()) track.stop();
      void context.close();
    },
  };
}

function toPcm(samples: Float32Array): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(samples.length * 2));
  for (const [at, sample] of samples.entries())
    view.setInt16(at * 2, Math.round(Math.max(-1, Math.min(1, sample)) * FULL_SCALE), true);
  return view.buffer;
}
