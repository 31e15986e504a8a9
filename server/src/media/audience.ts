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
  #idleSince: number;
  /** The stream was requested for a viewer or a recording that is still to come. */
  #isAwaited = true;

  constructor(now: () => number) {
    this.#now = now;
    this.#idleSince = now();
  }

  get isEmpty(): boolean {
    return this.viewers.size === 0 && this.recordings.size === 0;
  }

  /** Whether a user watches, records, or is about to. */
  get isThere(): boolean {
    return this.#isAwaited || !this.isEmpty;
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
  }

  leave(member: Viewer | Recording): void {
    if (this.#setOf(member).delete(member)) this.#idleSince = this.#now();
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

  /** Viewers are told `reason`; without one, their sockets are closed. */
  end(reason: ViewReason | undefined, recordReason: ViewReason): void {
    for (const viewer of this.viewers) viewer.end(reason);
    this.viewers.clear();
    for (const recording of [...this.recordings]) void recording.end(recordReason);
  }

  #setOf(member: Viewer | Recording): Set<Viewer | Recording> {
    return (member instanceof Viewer ? this.viewers : this.recordings) as Set<Viewer | Recording>;
  }
}
