const MIB = 2 ** 20;

/** Bytes a second of all uploads: adjusted between these. */
export const MIN_BYTES_PER_S = 4 * MIB;
export const MAX_BYTES_PER_S = 64 * MIB;
/** Bytes that pass at once after a pause: the files of one alarm do not wait. */
export const BURST_BYTES = 4 * MIB;
/** A later event loop delays locations. */
export const LATE_MS = 2;
const STEP_BYTES = MIB / 16;

/**
 * The pace of uploads, which have no hurry: it halves while the event loop is late and grows slowly otherwise (additive increase,
 * multiplicative decrease), so that uploads of a whole fleet do not delay locations. Times in ms.
 */
export class UploadPace {
  #bytesPerS = MIN_BYTES_PER_S;
  /** When all bytes so far will have passed. */
  #passedAt = Number.NEGATIVE_INFINITY;

  get bytesPerS(): number {
    return this.#bytesPerS;
  }

  /** `lateMs`: how late a timer ran. */
  observe(lateMs: number): void {
    this.#bytesPerS =
      lateMs > LATE_MS ? Math.max(MIN_BYTES_PER_S, this.#bytesPerS / 2) : Math.min(MAX_BYTES_PER_S, this.#bytesPerS + STEP_BYTES);
  }

  /** How long the next bytes wait. */
  admit(bytes: number, now: number): number {
    const took = (bytes / this.#bytesPerS) * 1_000;
    const burst = (BURST_BYTES / this.#bytesPerS) * 1_000;
    this.#passedAt = Math.max(this.#passedAt, now - burst) + took;
    return Math.max(0, this.#passedAt - now);
  }
}
