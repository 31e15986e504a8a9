import type { ViewMessage, ViewReason, ViewState } from '@fleetwarden/contract/video/live-video';
import type { MediaLimits } from './limits.ts';
import type { InitSegment, Segment } from './remuxer.ts';
import type { Sound } from './sound.ts';

/** Where a viewer's messages go: a WebSocket. */
export type ViewerSink = {
  /** Unsent bytes. */
  readonly backlog: number;
  sendText(text: string): void;
  sendBytes(bytes: Uint8Array): void;
  close(): void;
};

export type ViewerOptions = {
  readonly sink: ViewerSink;
  readonly wantsSound: boolean;
  readonly limits: Pick<MediaLimits, 'backlogBytes' | 'resumeBytes' | 'tooSlowMs'>;
  /** Called when the viewer paused or plays on. */
  readonly onPause: () => void;
  /** Called with each state that is new to the viewer; `ended` is told by `onEnd`. */
  readonly onState?: ((state: ViewState) => void) | undefined;
  /** Called once, when the view ended; undefined: the client closed it. */
  readonly onEnd: (reason: ViewReason | undefined) => void;
};

/**
 * One viewer of a stream. It has no queue of its own: while its socket has a backlog, it skips to the next key frame, so that its
 * memory is bounded.
 */
export class Viewer {
  readonly wantsSound: boolean;
  readonly #options: ViewerOptions;
  #state: ViewState | undefined;
  #init: InitSegment | undefined;
  #format = '';
  #soundInit: Uint8Array | undefined;
  #needsKey = true;
  #skippingSince: number | undefined;
  #ended = false;
  #isPaused = false;
  /** Bytes of video and sound that were sent. */
  bytes = 0;
  /** Segments that were left out because the viewer was slow. */
  skipped = 0;
  playedAt: number | undefined;

  constructor(options: ViewerOptions) {
    this.#options = options;
    this.wantsSound = options.wantsSound;
  }

  get isEnded(): boolean {
    return this.#ended;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** A paused viewer gets nothing. It plays on with a key frame. */
  setPaused(isPaused: boolean): void {
    if (isPaused === this.#isPaused || this.#ended) return;
    this.#isPaused = false;
    this.setState(isPaused ? 'paused' : 'waitingKeyFrame');
    this.#isPaused = isPaused;
    this.#needsKey = true;
    this.#skippingSince = undefined;
    this.#options.onPause();
  }

  tell(message: ViewMessage): void {
    if (!this.#ended) this.#options.sink.sendText(JSON.stringify(message));
  }

  /** Tells a state that is new to the viewer. */
  setState(state: ViewState): void {
    if (state === this.#state || this.#isPaused) return;
    this.#state = state;
    this.tell({ type: 'state', state });
    this.#options.onState?.(state);
  }

  sendSegment({ init, bytes, isKey }: Segment, now: number): void {
    if (this.#ended || this.#isPaused || this.#isSkipping(isKey, now)) return;
    if (init !== this.#init) {
      this.#init = init;
      const { mime, width, height } = init.config;
      this.tell({ type: 'init', mime, width, height });
      this.#send(init.bytes);
    }
    this.#send(bytes);
    this.playedAt ??= now;
    this.setState('playing');
  }

  sendSound({ message, init, bytes }: Sound): void {
    if (this.#ended || this.#isPaused || !this.wantsSound || this.#skippingSince !== undefined) return;
    const format = JSON.stringify(message);
    if (format !== this.#format || init !== this.#soundInit) {
      this.tell(message);
      if (init) this.#send(init);
    }
    this.#format = format;
    this.#soundInit = init;
    if (bytes) this.#send(bytes);
  }

  /** Ends the view. With a reason, the client is told. */
  end(reason?: ViewReason): void {
    if (this.#ended) return;
    if (reason) this.tell({ type: 'state', state: 'ended', reason });
    this.#ended = true;
    this.#options.sink.close();
    this.#options.onEnd(reason);
  }

  #send(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    this.#options.sink.sendBytes(bytes);
  }

  /** Whether a segment is left out. */
  #isSkipping(isKey: boolean, now: number): boolean {
    const { sink, limits } = this.#options;
    const { backlog } = sink;
    if (backlog > limits.backlogBytes) this.#needsKey = true;
    if (!this.#needsKey) return false;
    const isBehind = this.#skippingSince === undefined ? backlog > limits.backlogBytes : backlog > limits.resumeBytes;
    if (isKey && !isBehind) {
      this.#needsKey = false;
      this.#skippingSince = undefined;
      return false;
    }
    this.skipped++;
    if (isBehind) this.#skippingSince ??= now;
    if (this.#skippingSince !== undefined && now - this.#skippingSince > limits.tooSlowMs) this.end('tooSlow');
    return true;
  }
}
