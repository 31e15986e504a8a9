import { worldSizeAt } from '@fleetwarden/domain/mercator';
import { CELL_FIELDS } from '../../live/cells.ts';
import { widened } from '../../live/grow-typed-array.ts';
import { type Extent, wrapped } from './extent.ts';

/** Edge of the cells vehicles are counted in, px. */
export const CELL = 24;
export const STATUSES = 7;
/** Cells there is room for at first. */
const FIRST_CELLS = 256;
/** Rows one call of the inner loops handles (see `live/merge-rows.ts`). */
const BLOCK = 512;
/** Of a row: it counts in no cell, or is counted elsewhere and not drawn. */
const NOWHERE = -1;
const ELSEWHERE = -2;

/** What is read of the vehicles, by row; `crowds`: those that the server counted, in place of their rows. */
export type ClusterSource = {
  readonly crowds?: Crowds | null;
  readonly size: number;
  /** World units; NaN: nowhere. */
  readonly worldX: Float64Array;
  readonly worldY: Float64Array;
  readonly status: Uint8Array;
  /** 1: on the map. */
  readonly followed: Uint8Array;
};

/** Vehicles counted elsewhere: CELL_FIELDS numbers a cell, on the base map's world, and the rows of its vehicles where they are few. */
export type Crowds = {
  readonly count: number;
  readonly fields: Float64Array;
  rows(cell: number): readonly number[];
};

/**
 * Vehicles counted in cells of the world. A count goes through all rows, about 10 ns each, and looks up a cell only for a vehicle
 * that went into another one.
 */
export class CellCount {
  /** Cells from one side of the world to the other. */
  #across = 0;
  #inView = 0;
  #counted = 0;
  /** By row: the key of the cell it was in last, that cell, and the cell it counts in now. */
  #keys = new Float64Array(0);
  #cells = new Int32Array(0);
  #member = new Int32Array(0);
  /** By cell. */
  readonly #cellOf = new Map<number, number>();
  #tally = new Uint32Array(FIRST_CELLS * STATUSES);
  #sumX = new Float64Array(FIRST_CELLS);
  #sumY = new Float64Array(FIRST_CELLS);

  /** Cells that have or had vehicles; they are 0 to size - 1. */
  get size(): number {
    return this.#cellOf.size;
  }

  /** Cells from one side of the world to the other. */
  get across(): number {
    return this.#across;
  }

  /** Vehicles of the last count, and those of them in view. */
  get counted(): number {
    return this.#counted;
  }

  get inView(): number {
    return this.#inView;
  }

  /** Rows there is room for. */
  get rows(): number {
    return this.#member.length;
  }

  /** By cell, STATUSES numbers each. Replaced when cells come, like the sums: never keep them. */
  get tally(): Uint32Array {
    return this.#tally;
  }

  /** By cell: where its vehicles are, added up, world units. */
  get sumX(): Float64Array {
    return this.#sumX;
  }

  get sumY(): Float64Array {
    return this.#sumY;
  }

  /** The cell a row counts in; negative: none. */
  cellOf(row: number): number {
    return this.#member[row]!;
  }

  /** Whether the row is counted elsewhere. */
  elsewhere(row: number): boolean {
    return this.#member[row] === ELSEWHERE;
  }

  /** The cell in that column and line of the world; undefined: none that ever had vehicles. */
  at(column: number, line: number): number | undefined {
    return this.#cellOf.get(line * Math.ceil(this.#across) + column);
  }

  /** Vehicles in a cell. */
  countOf(cell: number): number {
    let count = 0;
    for (let i = cell * STATUSES; i < (cell + 1) * STATUSES; i++) count += this.#tally[i]!;
    return count;
  }

  /** Cells of another size, as they are at `level` of zoom. */
  startAfresh(level: number): void {
    this.#across = worldSizeAt(level) / CELL;
    this.#cellOf.clear();
    this.forgetRows();
  }

  /** Rows got other numbers: what is held by row is void. */
  forgetRows(): void {
    this.#keys.fill(Number.NaN);
  }

  /** No row counts in a cell. */
  release(): void {
    this.#member.fill(NOWHERE);
  }

  makeRoom(rows: number): void {
    if (this.#member.length >= rows) return;
    this.#keys = new Float64Array(rows).fill(Number.NaN);
    this.#cells = new Int32Array(rows);
    this.#member = new Int32Array(rows).fill(NOWHERE);
  }

  /** Counts the vehicles in `region`, and how many of them are in `view`. `alone`: rows that are left out. */
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

  /** The cells of the server in those of this level; of the vehicles only those that stand almost alone are known. */
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
    this.#tally = widened(this.#tally, cells * STATUSES);
    this.#sumX = widened(this.#sumX, cells);
    this.#sumY = widened(this.#sumY, cells);
  }
}
