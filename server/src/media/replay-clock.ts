import type { ViewMessage } from '@fleetwarden/contract/video/live-video';
import type { Segment } from './remuxer.ts';
import type { Pace } from './stream-types.ts';

type Position = Extract<ViewMessage, { type: 'position' }>;

/** A longer step of timestamps at normal speed is a jump of the terminal's clock, ms. */
const MAX_STEP_MS = 10_000;
/** Measured before timestamps are judged, ms. */
const MEASURED_MS = 2_000;

/**
 * The time in the recording of the pictures of a playback. The first picture has the requested time. After it the timestamps count:
 * at other speeds they may run with the recording or with the clock, which is measured.
 */
export class ReplayClock {
  #at: number;
  #timestampMs: number | undefined;
  #arrivedAt = 0;
  #speed = 1;
  /** Sums since the last change of speed. */
  #stepsMs = 0;
  #elapsedMs = 0;
  #isOfRecording = true;
  #seeks = 0;
  /** Of the last key frame. */
  position: Position | undefined;

  /** `startAt`: the requested time, epoch ms. */
  constructor(startAt: number) {
    this.#at = startAt;
  }

  setPace({ speed, position }: Pick<Pace, 'speed' | 'position'>): void {
    if (speed !== this.#speed) this.#stepsMs = this.#elapsedMs = 0;
    this.#speed = speed;
    if (position === undefined) return;
    this.#at = position;
    this.#timestampMs = undefined;
    this.#seeks++;
  }

  /** Takes the next picture; returns the position of a key frame. `now`: when it came, epoch ms. */
  next(timestampMs: number, now: number, { isKey, decodeMs }: Pick<Segment, 'isKey' | 'decodeMs'>): Position | undefined {
    if (this.#timestampMs !== undefined) this.#at += this.#advance(timestampMs - this.#timestampMs, now - this.#arrivedAt);
    this.#timestampMs = timestampMs;
    this.#arrivedAt = now;
    if (!isKey) return undefined;
    this.position = { type: 'position', mediaMs: decodeMs, at: Math.round(this.#at), seeks: this.#seeks };
    return this.position;
  }

  #advance(stepMs: number, elapsedMs: number): number {
    if (stepMs <= 0 || stepMs > MAX_STEP_MS * this.#speed) return Math.min(elapsedMs, MAX_STEP_MS) * this.#speed;
    this.#stepsMs += stepMs;
    this.#elapsedMs += elapsedMs;
    if (this.#speed !== 1 && this.#elapsedMs >= MEASURED_MS)
      this.#isOfRecording = this.#stepsMs > (this.#elapsedMs * (1 + this.#speed)) / 2;
    return this.#isOfRecording ? stepMs : stepMs * this.#speed;
  }
}
