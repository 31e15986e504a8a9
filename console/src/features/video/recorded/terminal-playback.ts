import type { PlayerView } from '../player/player-view.ts';
import type { Member, Shown } from './playback-group.ts';
import type { Recording } from './recordings.ts';

/** Commands to the terminal (JT/T 1078 9202). `at`: epoch ms. */
export type ReplayControl =
  | { readonly kind: 'resume' | 'pause' }
  | { readonly kind: 'rate'; readonly rate: number }
  | { readonly kind: 'seek'; readonly at: number };

/** Shown states of a stream that ended for good. */
const OVER: ReadonlySet<PlayerView['state']> = new Set(['ended', 'unplayable', 'failed']);

/**
 * Plays a recording of a terminal, which streams it. The terminal does not say what time its pictures have: the time is where it was
 * told to start, and what the element has played since, at the terminal's rate.
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
  #isPaused = false;

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
    return this.#from;
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
    if (this.#isPaused) this.#send({ kind: 'resume' });
    this.#isPaused = false;
  }

  pause(): void {
    this.#from = this.#at();
    this.#base = this.#video()?.currentTime ?? null;
    this.#isPaused = true;
    this.#send({ kind: 'pause' });
  }

  seek(at: number): void {
    this.#from = at;
    this.#base = this.#video()?.currentTime ?? null;
    this.#send({ kind: 'seek', at });
  }

  setRate(rate: number): void {
    if (rate === this.#rate) return;
    this.#from = this.#at();
    this.#base = this.#video()?.currentTime ?? null;
    this.#rate = rate;
    this.#send({ kind: 'rate', rate });
  }

  #at(): number {
    const video = this.#video();
    if (this.#base === null || !video) return this.#from;
    const played = Math.max(0, video.currentTime - this.#base) * 1_000 * this.#rate;
    return Math.min(this.#from + played, this.recording.end);
  }
}
