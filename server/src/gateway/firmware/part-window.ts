/** Sends one sub-package by its index, from 0 on. */
type SendPart = (index: number) => void;

export type PartWindowOptions = {
  /** Number of sub-packages. */
  readonly total: number;
  /** Sub-packages that arrived on an earlier connection, from the first on. */
  readonly done: number;
  /** Unacknowledged sub-packages at the same time. */
  readonly width: number;
  /** Silence after which unacknowledged sub-packages are sent again, ms. */
  readonly waitMs: number;
  readonly maxResends: number;
  readonly send: SendPart;
};

/**
 * Flow control of a long message: a window of unacknowledged sub-packages moves over it. Some terminals acknowledge each
 * sub-package, others only the last. Of those, each pause counts as an acknowledgement of the window.
 */
export class PartWindow {
  readonly #options: PartWindowOptions;
  /** Acknowledged sub-packages behind `done`. */
  readonly #acknowledged = new Set<number>();
  #done: number;
  #next: number;
  #heardAt: number;
  #resends = 0;
  /** The terminal has acknowledged a sub-package before the last. */
  #acknowledges = false;

  constructor(options: PartWindowOptions, now: number) {
    this.#options = options;
    this.#done = options.done;
    this.#next = options.done;
    this.#heardAt = now;
  }

  /** Sub-packages that arrived, from the first on. */
  get done(): number {
    return this.#done;
  }

  get isComplete(): boolean {
    return this.#done >= this.#options.total;
  }

  /** Sends as many sub-packages as the window allows. */
  fill(): void {
    const { total, width, send } = this.#options;
    while (this.#next < total && this.#next - this.#done < width) send(this.#next++);
  }

  /** The terminal acknowledged a sub-package. */
  acknowledge(index: number, now: number): void {
    const { total } = this.#options;
    this.#heardAt = now;
    this.#resends = 0;
    if (index === total - 1 && !this.#acknowledges) this.#done = total;
    else if (index >= this.#done) this.#acknowledged.add(index);
    if (index < total - 1) this.#acknowledges = true;
    while (this.#acknowledged.delete(this.#done)) this.#done++;
    this.fill();
  }

  /** The terminal requested sub-packages again: its silence is no failure. */
  resend(indexes: readonly number[], now: number): void {
    this.#heardAt = now;
    this.#resends = 0;
    for (const index of indexes) if (index >= 0 && index < this.#options.total) this.#options.send(index);
  }

  /** Call it periodically. `silent`: the terminal stopped to answer. */
  sweep(now: number): 'active' | 'silent' {
    const { waitMs, maxResends, send } = this.#options;
    if (this.isComplete || now - this.#heardAt < waitMs) return 'active';
    this.#heardAt = now;
    if (!this.#acknowledges) {
      this.#done = this.#next;
      this.fill();
      return 'active';
    }
    if (this.#resends++ >= maxResends) return 'silent';
    for (let index = this.#done; index < this.#next; index++) if (!this.#acknowledged.has(index)) send(index);
    return 'active';
  }
}
