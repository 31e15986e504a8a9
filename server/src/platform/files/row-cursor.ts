import type { Row, Rows } from './table.ts';

/** A cursor over rows. It waits once per batch, not once per row. */
export class RowCursor {
  readonly #batches: AsyncIterator<readonly Row[]>;
  #batch: readonly Row[] = [];
  #next = 0;
  #ended = false;

  constructor(rows: Rows) {
    this.#batches = ('batches' in rows ? rows.batches : oneByOne(rows))[Symbol.asyncIterator]();
  }

  /** Whether `take` has a row without waiting. */
  get hasRow(): boolean {
    return this.#next < this.#batch.length;
  }

  /** Waits for the next row; false after the last one. */
  async waitForRow(): Promise<boolean> {
    while (!this.hasRow && !this.#ended) {
      const { done, value } = await this.#batches.next();
      this.#ended = done === true;
      this.#batch = done ? [] : value;
      this.#next = 0;
    }
    return this.hasRow;
  }

  take(): Row {
    return this.#batch[this.#next++]!;
  }

  /** Closes the source if rows are left. */
  async close(): Promise<void> {
    if (!this.#ended) await this.#batches.return?.();
  }
}

async function* oneByOne(rows: AsyncIterable<Row> | Iterable<Row>): AsyncGenerator<readonly Row[]> {
  for await (const row of rows) yield [row];
}
