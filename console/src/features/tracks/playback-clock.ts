/** Track seconds per second at speed 1 (screen catalogue 3.6). */
export const TRACK_SECONDS = 60;
/** Available speeds. */
export const RATES = [1, 2, 4, 8, 16, 32, 64] as const;
type Rate = (typeof RATES)[number];

/** Limit of a frame's duration, ms: a hidden page continues where it was. */
const LONGEST_FRAME_MS = 250;

/** Animation frames; `now` in ms. */
type Frames = {
  request(run: (now: number) => void): number;
  cancel(id: number): void;
};

const browserFrames: Frames = {
  request: (run) => requestAnimationFrame(run),
  cancel: (id) => cancelAnimationFrame(id),
};

type ClockState = { readonly playing: boolean; readonly rate: Rate };

/** What the map needs of a clock, whose time may come from elsewhere: from video that plays. */
export type TimeSource = Pick<PlaybackClock, 'time' | 'onTime' | 'seek'>;

/**
 * The playback time between `start` and `end` (epoch ms). `onTime` notifies renderers in each frame, outside React; `subscribe`
 * notifies of play state and speed only.
 */
export class PlaybackClock {
  readonly start: number;
  readonly end: number;
  readonly #frames: Frames;
  readonly #timed = new Set<(time: number) => void>();
  readonly #listeners = new Set<() => void>();
  #time: number;
  #state: ClockState = { playing: false, rate: 1 };
  #frame = 0;
  #last = Number.NaN;

  constructor(start: number, end: number, frames: Frames = browserFrames) {
    this.start = start;
    this.end = Math.max(start, end);
    this.#time = start;
    this.#frames = frames;
  }

  get time(): number {
    return this.#time;
  }

  get state(): ClockState {
    return this.#state;
  }

  /** Called with each new time. */
  onTime(listener: (time: number) => void): () => void {
    this.#timed.add(listener);
    return () => void this.#timed.delete(listener);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Restarts from the beginning at the end. */
  play(): void {
    if (this.#state.playing || this.start === this.end) return;
    if (this.#time >= this.end) this.seek(this.start);
    this.#last = Number.NaN;
    this.#change({ playing: true });
    this.#frame = this.#frames.request(this.#step);
  }

  pause(): void {
    if (!this.#state.playing) return;
    this.#frames.cancel(this.#frame);
    this.#change({ playing: false });
  }

  toggle(): void {
    if (this.#state.playing) this.pause();
    else this.play();
  }

  /** Pauses at the start. */
  stop(): void {
    this.pause();
    this.seek(this.start);
  }

  seek(time: number): void {
    this.#time = Math.min(Math.max(time, this.start), this.end);
    for (const listener of this.#timed) listener(this.#time);
  }

  setRate(rate: Rate): void {
    if (rate !== this.#state.rate) this.#change({ rate });
  }

  /** Changes the speed by one step, within the range. */
  changeRate(by: 1 | -1): void {
    const rate = RATES[RATES.indexOf(this.#state.rate) + by];
    if (rate) this.setRate(rate);
  }

  #step = (now: number): void => {
    const passed = Number.isNaN(this.#last) ? 0 : Math.min(Math.max(now - this.#last, 0), LONGEST_FRAME_MS);
    this.#last = now;
    this.seek(this.#time + passed * TRACK_SECONDS * this.#state.rate);
    // a listener may have paused it
    if (!this.#state.playing) return;
    if (this.#time >= this.end) this.#change({ playing: false });
    else this.#frame = this.#frames.request(this.#step);
  };

  #change(change: Partial<ClockState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
