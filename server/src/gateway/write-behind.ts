import type { Log } from '../platform/observe/log.ts';

export type WriteBehindOptions<Row> = {
  readonly log: Log;
  readonly intervalMs: number;
  /** Logged with the rows of a failed write, which are dropped. */
  readonly failure: string;
  readonly write: (rows: readonly Row[]) => Promise<void>;
};

/** Keys waiting to be written. Others are dropped. */
const MAX_WAITING = 1_000;

/** A bounded buffer of rows to be written, one per key: a flood of attempts costs one row per terminal. One write at a time. */
export class WriteBehind<Key, Row> {
  readonly #options: WriteBehindOptions<Row>;
  readonly #waiting = new Map<Key, Row>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: WriteBehindOptions<Row>) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.#queueWrite(), this.#options.intervalMs);
  }

  /** Writes all waiting rows. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#queueWrite();
  }

  /** Puts the row that `merge` makes of the waiting one, unless the buffer is full. */
  protected put(key: Key, merge: (waiting: Row | undefined) => Row): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined && this.#waiting.size >= MAX_WAITING) return;
    this.#waiting.set(key, merge(waiting));
  }

  /** Drops the waiting row of a key. Resolves when no write has it any more. */
  protected async drop(key: Key): Promise<void> {
    this.#waiting.delete(key);
    await this.#writing;
  }

  #queueWrite(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const { write, log, failure } = this.#options;
    const rows = [...this.#waiting.values()];
    this.#waiting.clear();
    try {
      await write(rows);
    } catch (error) {
      log.warn({ err: error, terminals: rows.length }, failure);
    }
  }
}
