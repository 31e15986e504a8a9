import type { ViewMessage } from '@fleetwarden/contract/video/live-video';

/** The double of a viewer's socket: a test plays the media server. */
export class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static opened: FakeSocket[] = [];
  readonly url: string;
  readyState = 1;
  binaryType = 'blob';
  readonly sent: (string | ArrayBuffer)[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSocket.opened.push(this);
  }
  static get last(): FakeSocket {
    return FakeSocket.opened.at(-1)!;
  }
  send(message: string | ArrayBuffer) {
    this.sent.push(message);
  }
  close() {
    this.readyState = 3;
  }

  tell(message: ViewMessage) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  sendPart(kind: number, ...bytes: number[]) {
    this.onmessage?.({ data: Uint8Array.of(kind, ...bytes).buffer });
  }
  /** The connection is lost. */
  cut() {
    this.readyState = 3;
    this.onclose?.();
  }
}

/** The double of a buffer: it notes what it is given, and ends each update when the test says so. */
export class FakeBuffer extends EventTarget {
  updating = false;
  readonly steps: string[] = [];
  ranges: (readonly [number, number])[] = [];
  /** Thrown by the next append. */
  fault: Error | null = null;

  get buffered() {
    const { ranges } = this;
    return { length: ranges.length, start: (at: number) => ranges[at]![0], end: (at: number) => ranges[at]![1] };
  }
  appendBuffer(bytes: Uint8Array) {
    if (this.fault) throw this.fault;
    this.updating = true;
    this.steps.push(`append ${[...bytes]}`);
  }
  changeType(mime: string) {
    this.steps.push(`type ${mime}`);
  }
  remove(from: number, to: number) {
    this.updating = true;
    this.steps.push(`remove ${from} ${to}`);
  }
  /** The update ends; `ranges` are buffered then. */
  finish(...ranges: (readonly [number, number])[]) {
    this.updating = false;
    if (ranges.length > 0) this.ranges = ranges;
    this.dispatchEvent(new Event('updateend'));
  }
}

export const H264 = 'video/mp4; codecs="avc1.42e01e"';
export const H265 = 'video/mp4; codecs="hvc1.1.6.L93.B0"';

export class FakeMediaSource extends EventTarget {
  static opened: FakeMediaSource[] = [];
  readyState = 'closed';
  readonly buffers: FakeBuffer[] = [];

  static isTypeSupported = (mime: string) => mime.includes('avc1');
  static get last(): FakeMediaSource {
    return FakeMediaSource.opened.at(-1)!;
  }
  constructor() {
    super();
    FakeMediaSource.opened.push(this);
  }
  addSourceBuffer() {
    const buffer = new FakeBuffer();
    this.buffers.push(buffer);
    return buffer;
  }
  /** The video element has attached it. */
  open() {
    this.readyState = 'open';
    this.dispatchEvent(new Event('sourceopen'));
  }
  get buffer(): FakeBuffer {
    return this.buffers[0]!;
  }
}

/** Blocks of sound that started: when, s, and their samples. */
export const heard: { readonly at: number; readonly samples: readonly number[]; readonly rate: number }[] = [];
export const soundClock = { now: 0, open: 0 };

type Tap = { onaudioprocess: ((event: unknown) => void) | null };

/** The double of a microphone: `speak` gives samples to the page, `isOpen` tells whether the browser shows it as used. */
export const microphone = {
  tap: { onaudioprocess: null } as Tap,
  isOpen: false,
  /** Name of the error of the browser; null: it is allowed. */
  fault: null as string | null,
  speak(...samples: number[]) {
    this.tap.onaudioprocess?.({ inputBuffer: { getChannelData: () => Float32Array.from(samples) } });
  },
  devices: {
    async getUserMedia() {
      if (microphone.fault) throw new DOMException('', microphone.fault);
      microphone.isOpen = true;
      return { getTracks: () => [{ stop: () => (microphone.isOpen = false) }] };
    },
  },
};

class FakeAudioContext {
  readonly destination = {};
  constructor() {
    soundClock.open++;
  }
  get currentTime() {
    return soundClock.now;
  }
  async resume() {}
  async close() {
    soundClock.open--;
  }
  createBuffer(_channels: number, _length: number, rate: number) {
    const block = { rate, samples: [] as number[], copyToChannel: (samples: Float32Array) => block.samples.push(...samples) };
    return block;
  }
  createMediaStreamSource() {
    return { connect() {} };
  }
  createScriptProcessor() {
    return Object.assign(microphone.tap, { connect() {} });
  }
  createBufferSource() {
    const source = {
      buffer: null as { rate: number; samples: number[] } | null,
      connect() {},
      start: (at: number) => void heard.push({ at, ...source.buffer! }),
    };
    return source;
  }
}

class MediaUrl extends URL {
  static override createObjectURL = () => 'blob:media';
  static override revokeObjectURL = () => undefined;
}

/** Fresh doubles of the globals that happy-dom lacks or cannot connect, by their name; a test stubs them. */
export function mediaDoubles(): Readonly<Record<string, unknown>> {
  FakeSocket.opened = [];
  FakeMediaSource.opened = [];
  heard.length = 0;
  Object.assign(microphone, { isOpen: false, fault: null });
  Object.assign(soundClock, { now: 0, open: 0 });
  return { WebSocket: FakeSocket, MediaSource: FakeMediaSource, AudioContext: FakeAudioContext, URL: MediaUrl };
}

/** Plays the server until a picture is shown. */
export function showPicture(socket: FakeSocket, video: HTMLVideoElement): void {
  socket.tell({ type: 'init', mime: H264, width: 352, height: 288 });
  socket.sendPart(0, 1);
  FakeMediaSource.last.open();
  FakeMediaSource.last.buffer.finish();
  video.dispatchEvent(new Event('loadeddata'));
}
