/** Keys of one window. Beyond it, in a flood of forged addresses, all counts restart. */
const MAX_KEYS = 100_000;

/** A rate limiter: counts events per key in fixed windows. */
export class Throttle {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #counts = new Map<string, number>();
  #windowAt = 0;

  /** Allows `limit` events of one key in a window of `windowMs`. */
  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Counts an event; false if the key is over its limit. `now`: epoch ms. */
  take(key: string, now: number): boolean {
    this.#roll(now);
    if (this.#counts.size >= MAX_KEYS) this.#counts.clear();
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count <= this.#limit;
  }

  /** Whether the key reached its limit. Counts nothing. */
  isExhausted(key: string, now: number): boolean {
    this.#roll(now);
    return (this.#counts.get(key) ?? 0) >= this.#limit;
  }

  #roll(now: number): void {
    if (now - this.#windowAt < this.#windowMs) return;
    this.#windowAt = now;
    this.#counts.clear();
  }
}
