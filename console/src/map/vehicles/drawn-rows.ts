import { growTypedArray } from '../../live/grow-typed-array.ts';
import type { Glides } from './glides.ts';
import { InstanceTable } from './instance-table.ts';
import { LAYER } from './marker-look.ts';

/** Number of tables: one per drawing layer. */
export const TABLES = Object.keys(LAYER).length;
/** Table number of a row that is not drawn. */
export const NOT_DRAWN = 255;

/** Table and instance of each drawn row. */
export class DrawnRows {
  /** Lowest layer first. */
  readonly tables: readonly InstanceTable[] = Array.from({ length: TABLES }, () => new InstanceTable());
  #table = new Uint8Array(0);
  #index = new Int32Array(0);

  get count(): number {
    return this.tables.reduce((sum, table) => sum + table.count, 0);
  }

  /** The row's table number, or NOT_DRAWN. */
  layerOf(row: number): number {
    return this.#table[row]!;
  }

  /** The table of a drawn row. */
  tableOf(row: number): InstanceTable {
    return this.tables[this.#table[row]!]!;
  }

  /** The instance of a drawn row. */
  indexOf(row: number): number {
    return this.#index[row]!;
  }

  /** Moves the row to another table. */
  move(row: number, to: number): void {
    const from = this.#table[row]!;
    if (from === to) return;
    if (from !== NOT_DRAWN) {
      const index = this.#index[row]!;
      const moved = this.tables[from]!.remove(index);
      if (moved >= 0) this.#index[moved] = index;
    }
    this.#table[row] = to;
    if (to !== NOT_DRAWN) this.#index[row] = this.tables[to]!.add(row);
  }

  /** Visits the drawn rows, topmost first, until `visit` returns false. */
  each(visit: (row: number) => boolean): void {
    for (let t = this.tables.length - 1; t >= 0; t--) {
      const table = this.tables[t]!;
      for (let i = table.count - 1; i >= 0; i--) if (!visit(table.rowAt(i))) return;
    }
  }

  clear(): void {
    for (const table of this.tables) table.clear();
    this.#table.fill(NOT_DRAWN);
  }

  makeRoom(rows: number): void {
    this.#table = growTypedArray(this.#table, rows, NOT_DRAWN);
    this.#index = growTypedArray(this.#index, rows);
  }
}

/** Writes the instance of a drawn row with its movement. */
export function writeInstance(drawn: DrawnRows, glides: Glides, row: number, heading: number, shape: number, look: number): void {
  const { x, y, dx, dy, start, duration } = glides;
  drawn
    .tableOf(row)
    .write(drawn.indexOf(row), x[row]!, y[row]!, dx[row]!, dy[row]!, start[row]!, duration[row]!, heading, shape, look);
}
