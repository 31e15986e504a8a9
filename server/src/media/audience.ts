import type { ViewMessage, ViewReason } from '@fleetwarden/contract/video/live-video';
import type { Recording } from './recording/recording.ts';
import type { Segment } from './remuxer.ts';
import type { Sound } from './sound.ts';
import { Viewer } from './viewer.ts';

/** Who watches and records a stream, and since when there is no one. */
export class Audience {
  readonly viewers = new Set<Viewer>();
  readonly recordings = new Set<Recording>();
  readonly #now: () => number;
  readonly #onChange: () => void;
  #idleSince: number;
  /** The stream was requested for a viewer or a recording that is still to come. */
  #isAwaited = true;

  /** `onChange`: called when a viewer or a recording came or left. */
  constructor(now: () => number, onChange: () => void) {
    this.#now = now;
    this.#onChange = onChange;
    this.#idleSince = now();
  }

  get isEmpty(): boolean {
    return this.viewers.size === 0 && this.recordings.size === 0;
  }

  /** Whether a user watches, records, or is about to. */
  get isThere(): boolean {
    return this.#isAwaited || !this.isEmpty;
  }

  /** Whether one viewer is all there is. */
  get isSingle(): boolean {
    return !this.#isAwaited && this.viewers.size === 1 && this.recordings.size === 0;
  }

  /** Whether there are viewers, and each has paused. */
  get isPaused(): boolean {
    return this.viewers.size > 0 && this.recordings.size === 0 && [...this.viewers].every(({ isPaused }) => isPaused);
  }

  /** How long it has been empty, ms. */
  get idleMs(): number {
    return this.isEmpty ? this.#now() - this.#idleSince : 0;
  }

  /** Another user is about to join. */
  expect(): void {
    this.#isAwaited = true;
    this.#idleSince = this.#now();
  }

  join(member: Viewer | Recording): void {
    this.#isAwaited = false;
    this.#setOf(member).add(member);
    this.#onChange();
  }

  leave(member: Viewer | Recording): void {
    if (!this.#setOf(member).delete(member)) return;
    this.#idleSince = this.#now();
    this.#onChange();
  }

  relay(segment: Segment, now: number): void {
    for (const viewer of this.viewers) viewer.sendSegment(segment, now);
    for (const recording of this.recordings) recording.pushSegment(segment, now);
  }

  relaySound(sound: Sound): void {
    for (const viewer of this.viewers) viewer.sendSound(sound);
    for (const recording of this.recordings) recording.pushSound(sound);
  }

  tell(message: ViewMessage): void {
    for (const viewer of this.viewers) viewer.tell(message);
  }

  /** Ends recordings that cannot be written. */
  endFaulty(): void {
    for (const recording of [...this.recordings]) if (recording.fault) void recording.end(recording.fault);
  }

  /** Closes the sockets of all viewers. If there is a `reason`, they receive it before. */
  end(reason: ViewReason | undefined, recordReason: ViewReason): void {
    for (const viewer of this.viewers) viewer.end(reason);
    this.viewers.clear();
    for (const recording of [...this.recordings]) void recording.end(recordReason);
  }

  #setOf(member: Viewer | Recording): Set<Viewer | Recording> {
    return (member instanceof Viewer ? this.viewers : this.recordings) as Set<Viewer | Recording>;
  }
}
