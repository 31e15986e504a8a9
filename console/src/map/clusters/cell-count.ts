import { worldSizeAt } from '@fleetwarden/domain/mercator';
import { CELL_FIELDS } from '../../live/cells.ts';
import { growTypedArray } from '../../live/grow-typed-array.ts';
import { type Extent, wrapped } from './extent.ts';

/** Edge of the counting cells in px. */
export const CELL = 24;
export const STATUSES = 7;
/** Initial capacity in cells. */
const FIRST_CELLS = 256;
/** Rows per call of the inner loops (see `live/merge-rows.ts`). */
const BLOCK = 512;
/** Row state: in no cell, or counted by the server and not drawn. */
const NOWHERE = -1;
const ELSEWHERE = -2;

/** Vehicle data by row. `crowds`: clusters that the server counted, in place of rows. */
export type ClusterSource = {
  readonly crowds?: Crowds | null;
  readonly size: number;
  /** World units; NaN: no position. */
  readonly worldX: Float64Array;
  readonly worldY: Float64Array;
  readonly status: Uint8Array;
  /** 1: on the map. */
  readonly followed: Uint8Array;
};

/** Server clusters: CELL_FIELDS numbers per cell on the base map's world, and the rows of sparse cells. */
export type Crowds = {
  readonly count: number;
  readonly fields: Float64Array;
  rows(cell: number): readonly number[];
};

/**
 * Counts vehicles per cell of the world. A count visits all rows at about 10 ns each and looks up a cell only for vehicles that
 * changed cells.
 */
export class CellCount {
  /** Number of cells across the world. */
  #across = 0;
  #inView = 0;
  #counted = 0;
  /** By row: key of the last cell, that cell, and the cell that it counts in now. */
  #keys = new Float64Array(0);
  #cells = new Int32Array(0);
  #member = new Int32Array(0);
  /** Cell by key. */
  readonly #cellOf = new Map<number, number>();
  #tally = new Uint32Array(FIRST_CELLS * STATUSES);
  #sumX = new Float64Array(FIRST_CELLS);
  #sumY = new Float64Array(FIRST_CELLS);

  /** Cells that have or had vehicles: 0 to size - 1. */
  get size(): number {
    return this.#cellOf.size;
  }

  /** Number of cells across the world. */
  get across(): number {
    return this.#across;
  }

  /** Vehicles of the last count, and those in view. */
  get counted(): number {
    return this.#counted;
  }

  get inView(): number {
    return this.#inView;
  }

  /** Capacity in rows. */
  get rows(): number {
    return this.#member.length;
  }

  /** Counts by cell, STATUSES numbers each. Replaced when it grows, like the sums: do not store references. */
  get tally(): Uint32Array {
    return this.#tally;
  }

  /** Sum of the vehicles' x by cell, world units. */
  get sumX(): Float64Array {
    return this.#sumX;
  }

  get sumY(): Float64Array {
    return this.#sumY;
  }

  /** The cell of a row; negative: none. */
  cellOf(row: number): number {
    return this.#member[row]!;
  }

  /** Whether the server counted the row. */
  elsewhere(row: number): boolean {
    return this.#member[row] === ELSEWHERE;
  }

  /** The cell in a column and line of the world; undefined if it never had vehicles. */
  at(column: number, line: number): number | undefined {
    return this.#cellOf.get(line * Math.ceil(this.#across) + column);
  }

  /** Number of vehicles in a cell. */
  countOf(cell: number): number {
    let count = 0;
    for (let i = cell * STATUSES; i < (cell + 1) * STATUSES; i++) count += this.#tally[i]!;
    return count;
  }

  /** Resets to the cell size of a zoom `level`. */
  startAfresh(level: number): void {
    this.#across = worldSizeAt(level) / CELL;
    this.#cellOf.clear();
    this.forgetRows();
  }

  /** Drops state by row after renumbering. */
  forgetRows(): void {
    this.#keys.fill(Number.NaN);
  }

  /** Removes all rows from their cells. */
  release(): void {
    this.#member.fill(NOWHERE);
  }

  makeRoom(rows: number): void {
    if (this.#member.length >= rows) return;
    this.#keys = new Float64Array(rows).fill(Number.NaN);
    this.#cells = new Int32Array(rows);
    this.#member = new Int32Array(rows).fill(NOWHERE);
  }

  /** Counts the vehicles in `region` and in `view`. `alone`: rows to leave out. */
  count(source: ClusterSource, region: Extent, view: Extent, alone: Iterable<number>): void {
    this.#tally.fill(0);
    this.#sumX.fill(0);
    this.#sumY.fill(0);
    this.#inView = 0;
    this.#counted = 0;
    if (source.crowds) {
      this.#countCrowds(source, source.crowds, alone);
      return;
    }
    this.#member.fill(NOWHERE, source.size);
    for (let from = 0; from < source.size; from += BLOCK) {
      this.#countBlock(source, region, view, from, Math.min(from + BLOCK, source.size));
    }
    for (const row of alone) {
      const cell = this.#member[row] ?? NOWHERE;
      if (cell < 0) continue;
      this.#member[row] = NOWHERE;
      this.#tally[cell * STATUSES + Math.min(source.status[row]!, STATUSES - 1)]!--;
      this.#sumX[cell]! -= source.worldX[row]!;
      this.#sumY[cell]! -= source.worldY[row]!;
    }
  }

  /** Adds the server's clusters to cells of this level; only vehicles of sparse clusters are known by row. */
  #countCrowds({ size }: ClusterSource, crowds: Crowds, alone: Iterable<number>): void {
    const across = this.#across;
    this.#member.fill(ELSEWHERE, 0, size);
    for (let i = 0; i < crowds.count; i++) {
      const at = i * CELL_FIELDS;
      const x = crowds.fields[at]!;
      const y = crowds.fields[at + 1]!;
      const cell = this.#cellFor(Math.floor(y * across) * Math.ceil(across) + Math.floor(x * across));
      let count = 0;
      for (let status = 0; status < STATUSES; status++) {
        const vehicles = crowds.fields[at + 2 + status]!;
        this.#tally[cell * STATUSES + status]! += vehicles;
        count += vehicles;
      }
      this.#sumX[cell]! += x * count;
      this.#sumY[cell]! += y * count;
      this.#counted += count;
      for (const row of crowds.rows(i)) this.#member[row] = cell;
    }
    for (const row of alone) this.#member[row] = NOWHERE;
  }

  #countBlock({ worldX, worldY, status, followed }: ClusterSource, region: Extent, view: Extent, from: number, to: number): void {
    const { x: cx, y: cy, halfWidth, halfHeight } = region;
    const across = this.#across;
    for (let row = from; row < to; row++) {
      const x = worldX[row]!;
      const y = worldY[row]!;
      const dx = wrapped(x - cx);
      const dy = y - cy;
      // Written so that NaN is outside.
      if (followed[row] === 0 || !(dx >= -halfWidth && dx <= halfWidth && dy >= -halfHeight && dy <= halfHeight)) {
        this.#member[row] = NOWHERE;
        continue;
      }
      const key = Math.floor(y * across) * Math.ceil(across) + Math.floor(x * across);
      if (key !== this.#keys[row]) {
        this.#keys[row] = key;
        this.#cells[row] = this.#cellFor(key);
      }
      const cell = this.#cells[row]!;
      this.#member[row] = cell;
      const kind = status[row]!;
      this.#tally[cell * STATUSES + (kind < STATUSES ? kind : STATUSES - 1)]!++;
      this.#sumX[cell]! += x;
      this.#sumY[cell]! += y;
      this.#counted++;
      const fromMiddle = wrapped(x - view.x);
      if (
        fromMiddle >= -view.halfWidth &&
        fromMiddle <= view.halfWidth &&
        y >= view.y - view.halfHeight &&
        y <= view.y + view.halfHeight
      )
        this.#inView++;
    }
  }

  #cellFor(key: number): number {
    const known = this.#cellOf.get(key);
    if (known !== undefined) return known;
    const cell = this.#cellOf.size;
    if (cell === this.#sumX.length) this.#growCells();
    this.#cellOf.set(key, cell);
    return cell;
  }

  #growCells(): void {
    const cells = this.#sumX.length * 2;
    this.#tally = growTypedArray(this.#tally, cells * STATUSES);
    this.#sumX = growTypedArray(this.#sumX, cells);
    this.#sumY = growTypedArray(this.#sumY, cells);
  }
}
