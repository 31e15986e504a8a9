import { nextStart, type Recording, recordingAt } from './recordings.ts';

/** What a player shows: `at` is the time of its picture, epoch ms. `ended`: its recording is over. */
export type Shown = { readonly state: 'loading' | 'running' | 'ended' | 'failed'; readonly at: number };

/** The player of one channel, as long as it plays one recording. */
export type Member = {
  readonly channel: number;
  readonly recording: Recording;
  /** Whether it can seek to an exact time. The group then keeps it in step with the others. */
  readonly isFile: boolean;
  shown(): Shown;
  play(): void;
  pause(): void;
  seek(at: number): void;
  setRate(rate: number): void;
  /** One picture on or back; only files can. */
  step?(direction: 1 | -1): void;
  /** Shows key frames only; only terminals can. */
  setKeyFrames?(on: boolean): void;
};

/** Animation frames; `now` in ms. */
type Frames = { request(run: (now: number) => void): number; cancel(id: number): void };
const browserFrames: Frames = {
  request: (run) => requestAnimationFrame(run),
  cancel: (id) => cancelAnimationFrame(id),
};

/** Players further apart than this are brought together, ms. */
const MAX_APART_MS = 700;
/** A player that jumped gets so long to show its new picture, ms. */
const SETTLE_MS = 2_000;

type GroupState = {
  readonly isPlaying: boolean;
  readonly rate: number;
  readonly keyFrames: boolean;
  /** Grows with each jump. */
  readonly jumps: number;
};

/**
 * The time of some channels that play together. The first running player leads; files that are apart from it jump to its time. Where no
 * channel has a recording, the time jumps to the next one. `onTime` notifies in each frame, outside React; `subscribe` of the state only.
 */
export class PlaybackGroup {
  readonly #frames: Frames;
  readonly #channels: ReadonlyMap<number, readonly Recording[]>;
  readonly #members = new Set<Member>();
  readonly #corrected = new Map<Member, number>();
  readonly #timed = new Set<(time: number) => void>();
  readonly #listeners = new Set<() => void>();
  #state: GroupState = { isPlaying: false, rate: 1, keyFrames: false, jumps: 0 };
  #time: number;
  #frame = 0;

  /** `channels`: the playable recordings of each, ascending. */
  constructor(channels: ReadonlyMap<number, readonly Recording[]>, at: number, frames: Frames = browserFrames) {
    this.#channels = channels;
    this.#time = at;
    this.#frames = frames;
  }

  get time(): number {
    return this.#time;
  }
  get state(): GroupState {
    return this.#state;
  }
  get channels(): readonly number[] {
    return [...this.#channels.keys()];
  }

  /** The recording that a channel has at the current time. */
  recordingOf(channel: number): Recording | null {
    return recordingAt(this.#channels.get(channel) ?? [], this.#time);
  }

  /** Whether a channel that plays has a recording at a time. */
  hasRecording(at: number): boolean {
    return [...this.#channels.values()].some((list) => recordingAt(list, at) !== null);
  }

  readonly onTime = (listener: (time: number) => void): (() => void) => {
    this.#timed.add(listener);
    return () => void this.#timed.delete(listener);
  };
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** A player takes part until it is removed by the returned function. It starts at the current time. */
  add(member: Member): () => void {
    this.#members.add(member);
    member.setRate(this.#state.rate);
    member.setKeyFrames?.(this.#state.keyFrames);
    if (this.#state.isPlaying) member.play();
    return () => {
      this.#members.delete(member);
      this.#corrected.delete(member);
    };
  }

  play(): void {
    if (this.#state.isPlaying) return;
    this.#change({ isPlaying: true });
    for (const member of this.#members) member.play();
    this.#frame = this.#frames.request(this.#step);
  }

  pause(): void {
    if (!this.#state.isPlaying) return;
    this.#frames.cancel(this.#frame);
    this.#change({ isPlaying: false });
    for (const member of this.#members) member.pause();
  }

  toggle(): void {
    if (this.#state.isPlaying) this.pause();
    else this.play();
  }

  seek(at: number): void {
    this.#setTime(at);
    this.#change({ jumps: this.#state.jumps + 1 });
    for (const member of this.#members)
      if (member.recording.start <= at && at < member.recording.end) {
        this.#corrected.set(member, Number.NaN);
        member.seek(at);
      }
  }

  setRate(rate: number): void {
    if (rate === this.#state.rate) return;
    this.#change({ rate });
    for (const member of this.#members) member.setRate(rate);
  }

  setKeyFrames(keyFrames: boolean): void {
    this.#change({ keyFrames });
    for (const member of this.#members) member.setKeyFrames?.(keyFrames);
  }

  /** Stops, and shows the next picture or the one before. */
  step(direction: 1 | -1): void {
    this.pause();
    for (const member of this.#members) member.step?.(direction);
    const lead = [...this.#members].find((member) => member.step);
    if (lead) this.#setTime(lead.shown().at);
  }

  readonly #step = (now: number): void => {
    this.#advance(now);
    if (this.#state.isPlaying) this.#frame = this.#frames.request(this.#step);
  };

  #advance(now: number): void {
    const shown = [...this.#members].map((member) => ({ member, ...member.shown() }));
    const lead = shown.find(({ state, member }) => state === 'running' && !this.#isSettling(member, now));
    if (lead) {
      this.#setTime(Math.max(lead.at, this.#time));
      for (const { member, state, at } of shown)
        if (member !== lead.member && member.isFile && state === 'running' && Math.abs(at - this.#time) > MAX_APART_MS)
          this.#correct(member, now);
      return;
    }
    for (const { member, state } of shown) if (state === 'ended') this.#setTime(Math.max(this.#time, member.recording.end));
    this.#crossGap(shown.filter(({ state }) => state === 'failed').map(({ member }) => member.recording));
  }

  /** Without a running player: waits for one that loads, jumps to the next recording, or stops. */
  #crossGap(failed: readonly Recording[]): void {
    const covering = this.channels.map((channel) => this.recordingOf(channel)).filter((each) => each !== null);
    if (covering.some(({ key }) => failed.every((each) => each.key !== key))) return;
    if (covering.length > 0) {
      this.pause();
      return;
    }
    const starts = [...this.#channels.values()].map((list) => nextStart(list, this.#time)).filter((at) => at !== null);
    if (starts.length === 0) this.pause();
    else this.seek(Math.min(...starts));
  }

  #correct(member: Member, now: number): void {
    if (this.#isSettling(member, now)) return;
    this.#corrected.set(member, now);
    member.seek(this.#time);
  }

  #isSettling(member: Member, now: number): boolean {
    const since = this.#corrected.get(member);
    if (since === undefined) return false;
    if (Number.isNaN(since)) {
      this.#corrected.set(member, now);
      return true;
    }
    const ahead = member.shown().at - this.#time;
    return now - since < SETTLE_MS && (ahead < -MAX_APART_MS || ahead > SETTLE_MS);
  }

  #setTime(at: number): void {
    if (at === this.#time) return;
    this.#time = at;
    for (const listener of this.#timed) listener(at);
  }

  #change(change: Partial<GroupState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
