import type { Readable } from 'node:stream';
import type { StreamKind, ViewMessage, ViewReason, ViewState } from '@fleetwarden/contract/video/live-video';
import type { FileSound, RecordReason } from '@fleetwarden/contract/video/recording';

/** What the module needs of the media server. */

export type StreamKey = {
  readonly kind: StreamKind;
  readonly vehicleId: number;
  readonly channel: number;
  readonly streamType: 0 | 1;
};

export type StreamRequest = StreamKey & {
  readonly departmentId: number;
  readonly sims: readonly string[];
  readonly address: string | null;
  /** Payload type of the terminal's sound by 0x1003. */
  readonly audioPayload?: number | undefined;
  /** Of a playback: the requested time, epoch ms. */
  readonly startAt?: number | undefined;
  readonly stop: () => void;
  /** Has the terminal pause, or go on; absent: it cannot. */
  readonly pause?: (isPaused: boolean) => void;
};

export type ViewSink = {
  readonly backlog: number;
  sendText(text: string): void;
  sendBytes(bytes: Uint8Array): void;
  close(): void;
};

export type RelayView = {
  readonly bytes: number;
  readonly playedAt: number | undefined;
  /** A paused view gets nothing; absent: it cannot pause. */
  setPaused?(isPaused: boolean): void;
  tell(message: ViewMessage): void;
  end(reason?: ViewReason): void;
};

/** A file of a recording. */
export type RecordedPart = {
  readonly path: string;
  readonly sound: FileSound;
  readonly reason: RecordReason | null;
  /** undefined: no picture was written. */
  readonly file: WholeFile | undefined;
};

export type WholeFile = {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly bytes: number;
  readonly codec: string;
  readonly width: number;
  readonly height: number;
};

export type RelayRecording = {
  /** Of samples, until now. */
  readonly bytes: number;
  /** Resolves when the last part is finished. */
  end(reason: RecordReason | null): Promise<void>;
};

/** What is done with files of recordings. */
export type RecordingTools = {
  /** Finishes a file whose process ended; undefined: there is nothing to show. */
  recover(path: string): Promise<WholeFile | undefined>;
  /** Removes a file and what belongs to it, as far as they are there. */
  discard(path: string): Promise<void>;
  /** Writes a range (epoch ms) of a recording to `path`, from the key frame before; undefined: nothing is there, or it is no recording. */
  cut(
    read: (start: number, end: number) => Promise<Readable>,
    bytes: number,
    range: { readonly start: number; readonly end: number },
    path: string,
  ): Promise<WholeFile | undefined>;
  /** Writes a raw stream (Annex B) as mp4 to `target`; undefined: it has nothing to show, and there is no file. */
  remux(request: {
    readonly path: string;
    readonly codec: 'h264' | 'h265';
    readonly target: string;
    /** Of the first picture, epoch ms. */
    readonly startedAt: number;
    readonly spanMs?: number;
  }): Promise<{ readonly bytes: number } | undefined>;
};

export type RelayStream = {
  readonly request: StreamRequest;
  readonly state: ViewState;
  onAccepted(): void;
  /** Another user wants it: it does not end before a view may open. */
  renew(): void;
  end(reason?: ViewReason): void;
  /** Sound for the terminal: 16-bit samples of 8 kHz. */
  speak(samples: Int16Array): void;
  /** The terminal is to send the channel's other stream in place of this one. False: others use this one or that one. */
  switchTo(streamType: 0 | 1): boolean;
  /** Lost packets in percent since the last call; null: none were received. */
  takeLossPercent(): number | null;
  /** Playback: how the terminal was told to go on. */
  setPace(pace: {
    readonly isPaused: boolean;
    readonly speed: number;
    readonly isSeek?: boolean;
    readonly position?: number | undefined;
  }): void;
  watch(options: {
    readonly sink: ViewSink;
    readonly wantsSound: boolean;
    readonly onState?: ((state: ViewState) => void) | undefined;
    readonly onEnd: (reason: ViewReason | undefined) => void;
  }): RelayView;
  /** `onPart`: after each file; after the last, the recording has ended. */
  record(options: {
    readonly nextPath: () => string;
    readonly onPart: (part: RecordedPart, isLast: boolean) => void;
  }): RelayRecording;
};

export type Relay = {
  /** Where terminals send their streams; undefined: not started. */
  readonly port: number | undefined;
  readonly streams: readonly RelayStream[];
  find(key: StreamKey): RelayStream | undefined;
  /** A stream that ended a moment ago, with its reason. */
  findEnded(key: StreamKey): RelayStream | undefined;
  expect(request: StreamRequest): RelayStream;
  /** Bytes received from terminals by vehicle, since the last call. */
  takeReceived(): ReadonlyMap<number, number>;
};
