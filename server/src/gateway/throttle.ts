/** Keys of one window at most; beyond it, in a flood of invented addresses, counting starts anew. */
const MAX_KEYS = 100_000;

/** Counts per key in windows of fixed length. */
export class Throttle {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #counts = new Map<string, number>();
  #windowAt = 0;

  /** `most` events of one key in a window of `windowMs`. */
  constructor(most: number, windowMs: number) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** Counts an event; false when the key has had its share. `now` epoch ms. */
  take(key: string, now: number): boolean {
    this.#roll(now);
    if (this.#counts.size >= MAX_KEYS) this.#counts.clear();
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count <= this.#most;
  }

  /** Whether the key has had its share, without counting. */
  spent(key: string, now: number): boolean {
    this.#roll(now);
    return (this.#counts.get(key) ?? 0) >= this.#most;
  }

  #roll(now: number): void {
    if (now - this.#windowAt < this.#windowMs) return;
    this.#windowAt = now;
    this.#counts.clear();
  }
}
