/** Events that wait to be written, oldest first. What cannot be written goes back to the front. */
export class PendingList<T> {
  readonly #maxRows: number;
  #items: T[] = [];

  /** `maxRows`: beyond it `requeue` drops the oldest. */
  constructor(maxRows = Number.POSITIVE_INFINITY) {
    this.#maxRows = maxRows;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  take(): T[] {
    const taken = this.#items;
    this.#items = [];
    return taken;
  }

  requeue(failed: readonly T[]): void {
    this.#items = [...failed, ...this.#items].slice(-this.#maxRows);
  }
}

/** Ids of vehicles whose newest state must be written, spread over shards that are taken in turn. */
export class DirtySet {
  readonly #shards: readonly Set<number>[];
  readonly #isKnown: (id: number) => boolean;
  #next = 0;

  /** `isKnown`: other ids are not queued again after a failed write. */
  constructor(isKnown: (id: number) => boolean, shards = 1) {
    this.#isKnown = isKnown;
    this.#shards = Array.from({ length: shards }, () => new Set());
  }

  add(id: number): void {
    this.#shards[id % this.#shards.length]!.add(id);
  }

  delete(id: number): void {
    this.#shards[id % this.#shards.length]!.delete(id);
  }

  /** Empties the next shard, or all of them. Takes at most `max` ids, the longest dirty first. */
  take(all = false, max = Number.POSITIVE_INFINITY): number[] {
    this.#next = (this.#next + 1) % this.#shards.length;
    const taken: number[] = [];
    for (const shard of all ? this.#shards : [this.#shards[this.#next]!])
      for (const id of shard) {
        if (taken.length >= max) return taken;
        shard.delete(id);
        taken.push(id);
      }
    return taken;
  }

  /** Takes those of `ids` that are queued. */
  takeOf(ids: readonly number[]): number[] {
    return ids.filter((id) => this.#shards[id % this.#shards.length]!.delete(id));
  }

  requeue(failed: readonly number[]): void {
    for (const id of failed) if (this.#isKnown(id)) this.add(id);
  }
}
