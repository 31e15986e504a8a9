import { createAudioEncoder } from '@fleetwarden/protocol/jt1078';

const RATE_HZ = 8_000;
/** 40 ms, the usual length of a frame of recorders. */
export const SOUND_FRAME_MS = 40;
export const SOUND_FRAME_BYTES = (RATE_HZ * SOUND_FRAME_MS) / 1000;
const FRAMES_PER_SECOND = 1000 / SOUND_FRAME_MS;
/** The first half of each second sounds. */
const SOUNDING_FRAMES = FRAMES_PER_SECOND / 2;
const AMPLITUDE = 8_000;
const [BASE_HZ, CHANNEL_HZ] = [400, 100] as const;

const encode = createAudioEncoder('g711a')!;
const seconds = new Map<number, readonly Uint8Array[]>();

/** Frame `index` of a camera's microphone: a beep every second, one pitch per channel. G.711 A-law, 8 kHz, mono. */
export function recordTone(channel: number, index: number): Uint8Array {
  let second = seconds.get(channel);
  if (!second) {
    second = Array.from({ length: FRAMES_PER_SECOND }, (_, frame) => synthesize(channel, frame));
    seconds.set(channel, second);
  }
  return second[index % FRAMES_PER_SECOND]!;
}

function synthesize(channel: number, frame: number): Uint8Array {
  const hertz = BASE_HZ + CHANNEL_HZ * channel;
  const amplitude = frame < SOUNDING_FRAMES ? AMPLITUDE : 0;
  const samples = Int16Array.from({ length: SOUND_FRAME_BYTES }, (_, i) => {
    const sample = frame * SOUND_FRAME_BYTES + i;
    return Math.round(amplitude * Math.sin((2 * Math.PI * hertz * sample) / RATE_HZ));
  });
  return encode(samples);
}
