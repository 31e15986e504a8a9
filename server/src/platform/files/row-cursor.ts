import type { Row, Rows } from './table.ts';

/** Goes through rows one by one. Of those that come many at a time none but the first is waited for. */
export class RowCursor {
  readonly #batches: AsyncIterator<readonly Row[]>;
  #batch: readonly Row[] = [];
  #next = 0;
  #ended = false;

  constructor(rows: Rows) {
    this.#batches = ('batches' in rows ? rows.batches : oneByOne(rows))[Symbol.asyncIterator]();
  }

  /** Whether `take` has a row without waiting; where it has none `more` may. */
  get isAtHand(): boolean {
    return this.#next < this.#batch.length;
  }

  /** Waits for a row to be at hand; resolves to false after the last one. Rejects as the rows fail. */
  async more(): Promise<boolean> {
    while (!this.isAtHand && !this.#ended) {
      const { done, value } = await this.#batches.next();
      this.#ended = done === true;
      this.#batch = done ? [] : value;
      this.#next = 0;
    }
    return this.isAtHand;
  }

  /** The row at hand, which is passed thereby. */
  take(): Row {
    return this.#batch[this.#next++]!;
  }

  /** Ends rows that were not gone through. */
  async close(): Promise<void> {
    if (!this.#ended) await this.#batches.return?.();
  }
}

async function* oneByOne(rows: AsyncIterable<Row> | Iterable<Row>): AsyncGenerator<readonly Row[]> {
  for await (const row of rows) yield [row];
}
