/** A bounded map with a fixed lifetime of entries; when full, the oldest is evicted. */
export class ExpiringMap<V> {
  readonly #entries = new Map<string, { readonly value: V; readonly until: number }>();
  readonly #lifeMs: number;
  readonly #max: number;
  readonly #now: () => number;

  constructor(options: { lifeMs: number; max: number; now: () => number }) {
    this.#lifeMs = options.lifeMs;
    this.#max = options.max;
    this.#now = options.now;
  }

  get size(): number {
    return this.#entries.size;
  }

  set(key: string, value: V): void {
    this.#entries.delete(key);
    // insertion order is order of expiry: every entry lives equally long
    for (const [oldest, { until }] of this.#entries) {
      if (until > this.#now() && this.#entries.size < this.#max) break;
      this.#entries.delete(oldest);
    }
    this.#entries.set(key, { value, until: this.#now() + this.#lifeMs });
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.until > this.#now() ? entry.value : undefined;
  }

  /** Returns and removes the value. */
  take(key: string): V | undefined {
    const value = this.get(key);
    this.#entries.delete(key);
    return value;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
