import type { PlaybackPosition } from '../player/player-options.ts';
import type { PlayerView } from '../player/player-view.ts';
import type { Member, Shown } from './playback-group.ts';
import type { Recording } from './recordings.ts';

/** Commands to the terminal (JT/T 1078 9202). `at`: epoch ms. */
export type ReplayControl =
  | { readonly kind: 'resume' | 'pause' }
  | { readonly kind: 'rate' | 'keyFrames'; readonly rate: number }
  | { readonly kind: 'seek'; readonly at: number };

/** Shown states of a stream that ended for good. */
const OVER: ReadonlySet<PlayerView['state']> = new Set(['ended', 'unplayable', 'failed']);

/** Positions before the newest that the element may still show. */
const KEPT_POSITIONS = 32;

/**
 * Plays a recording that a terminal streams. The server reports the time of key frames. Before the first one, the time is the requested
 * start plus the time that the element has played.
 */
export class TerminalPlayback implements Member {
  readonly isFile = false;
  readonly channel: number;
  readonly recording: Recording;
  readonly #send: (control: ReplayControl) => void;
  readonly #video: () => Pick<HTMLVideoElement, 'currentTime'> | null;
  readonly #view: () => Pick<PlayerView, 'state' | 'reason'>;
  #from: number;
  /** The element's time at `#from`; null until it has a picture from there. */
  #base: number | null = null;
  #rate = 1;
  #keyFrames = false;
  /** Of this stream, since the last jump, each with the rate after it. */
  #positions: (PlaybackPosition & { readonly rate: number })[] = [];
  #seeks = 0;
  #isPaused = false;
  /** The stream has no picture yet: commands wait for it. It plays from the requested time at speed 1. */
  #isFresh = true;
  /** A jump meanwhile. */
  #seekTo: number | null = null;

  constructor(options: {
    readonly recording: Recording;
    readonly from: number;
    readonly video: () => Pick<HTMLVideoElement, 'currentTime'> | null;
    readonly view: () => Pick<PlayerView, 'state' | 'reason'>;
    readonly send: (control: ReplayControl) => void;
  }) {
    this.recording = options.recording;
    this.channel = options.recording.channel;
    this.#from = options.from;
    this.#video = options.video;
    this.#view = options.view;
    this.#send = options.send;
  }

  /** The time from which a new stream has to start, as after a cut. */
  restart(): number {
    this.#from = this.#at();
    this.#base = null;
    this.#positions = [];
    this.#seeks = 0;
    this.#isFresh = true;
    this.#seekTo = null;
    return this.#from;
  }

  /** The stream has a picture: the terminal goes on as the page shows it. */
  onPicture(): void {
    if (!this.#isFresh) return;
    this.#isFresh = false;
    if (this.#seekTo !== null) this.#send({ kind: 'seek', at: this.#seekTo });
    this.#seekTo = null;
    this.#sendPace();
    if (this.#isPaused) this.#send({ kind: 'pause' });
  }

  onPosition(position: PlaybackPosition): void {
    if (position.seeks !== this.#seeks) return;
    this.#positions = [...this.#positions.slice(1 - KEPT_POSITIONS), { ...position, rate: this.#rate }];
  }

  shown(): Shown {
    const { state, reason } = this.#view();
    const video = this.#video();
    if (state === 'playing' && video) this.#base ??= video.currentTime;
    const at = this.#at();
    if (at >= this.recording.end) return { state: 'ended', at: this.recording.end };
    if (OVER.has(state)) return { state: reason === 'replayEnded' ? 'ended' : 'failed', at };
    return { state: state === 'playing' ? 'running' : 'loading', at };
  }

  play(): void {
    // it plays from the start; only a pause is taken back
    if (this.#isPaused && !this.#isFresh) {
      this.#send({ kind: 'resume' });
      this.#sendPace();
    }
    this.#isPaused = false;
  }

  pause(): void {
    this.#from = this.#at();
    this.#base = this.#video()?.currentTime ?? null;
    this.#isPaused = true;
    if (!this.#isFresh) this.#send({ kind: 'pause' });
  }

  seek(at: number): void {
    this.#positions = [];
    if (this.#seekTo === null) this.#seeks++;
    this.#from = at;
    this.#base = this.#video()?.currentTime ?? null;
    if (this.#isFresh) {
      this.#seekTo = at;
      return;
    }
    this.#send({ kind: 'seek', at });
    this.#sendPace();
  }

  setRate(rate: number): void {
    if (rate === this.#rate) return;
    this.#from = this.#at();
    this.#base = this.#video()?.currentTime ?? null;
    this.#rate = rate;
    this.#sendRate();
  }

  setKeyFrames(on: boolean): void {
    if (on === this.#keyFrames) return;
    this.#keyFrames = on;
    this.#sendRate();
  }

  /** The terminal plays at speed 1 after its start, a pause and a jump. */
  #sendPace(): void {
    if (this.#rate !== 1 || this.#keyFrames) this.#sendRate();
  }

  #sendRate(): void {
    if (this.#isFresh) return;
    this.#send({ kind: this.#keyFrames ? 'keyFrames' : 'rate', rate: this.#rate });
  }

  #at(): number {
    const video = this.#video();
    if (!video) return this.#from;
    const mediaMs = video.currentTime * 1_000;
    const known = this.#positions.findLast((position) => position.mediaMs <= mediaMs);
    if (known) return Math.min(known.at + (mediaMs - known.mediaMs) * known.rate, this.recording.end);
    if (this.#base === null) return this.#from;
    const played = Math.max(0, video.currentTime - this.#base) * 1_000 * this.#rate;
    return Math.min(this.#from + played, this.recording.end);
  }
}
