import { CELL_FIELDS, type Cells } from '../../live/cells.ts';
import type { StoreColumns } from '../../live/columns.ts';
import { growTypedArray } from '../../live/grow-typed-array.ts';
import { createPlacer, type Placer, type Projection, webMercator } from '../projection.ts';

/** Positions of vehicles on the base map's world by row; NaN: none. */
export class RowPlaces {
  #columns: Readonly<StoreColumns>;
  /** Set if the projection differs from the store's: converter and converted positions by row. */
  #placer: Placer | null = null;
  #shiftedX = new Float64Array(0);
  #shiftedY = new Float64Array(0);
  readonly #shifted = new Float64Array(2);

  constructor(columns: Readonly<StoreColumns>) {
    this.#columns = columns;
  }

  get x(): Float64Array {
    return this.#placer ? this.#shiftedX : this.#columns.worldX;
  }

  get y(): Float64Array {
    return this.#placer ? this.#shiftedY : this.#columns.worldY;
  }

  /** Changes the projection; every row must be projected again. */
  setProjection(projection: Projection): void {
    // the store's positions are Web Mercator already
    this.#placer = projection === webMercator ? null : createPlacer(projection);
  }

  /** Takes the store's arrays, which may have grown. */
  makeRoom(columns: Readonly<StoreColumns>): void {
    this.#columns = columns;
    const capacity = columns.worldX.length;
    if (!this.#placer || this.#shiftedX.length === capacity) return;
    this.#shiftedX = growTypedArray(this.#shiftedX, capacity, Number.NaN);
    this.#shiftedY = growTypedArray(this.#shiftedY, capacity, Number.NaN);
  }

  /** Projects the changed rows (null: the first `size`). */
  project(changed: Int32Array | null, size: number): void {
    if (!this.#placer) return;
    if (changed) for (const row of changed) this.#projectRow(this.#placer, row);
    else for (let row = 0; row < size; row++) this.#projectRow(this.#placer, row);
  }

  /** Projects server clusters from Web Mercator. */
  fieldsOf({ count, fields }: Cells): Float64Array {
    if (!this.#placer) return fields;
    const placed = fields.slice();
    const into = new Float64Array(2);
    for (let at = 0; at < count * CELL_FIELDS; at += CELL_FIELDS) {
      const [lng, lat] = webMercator.fromWorld(fields[at]!, fields[at + 1]!);
      this.#placer(lng, lat, into);
      placed.set(into, at);
    }
    return placed;
  }

  #projectRow(placer: Placer, row: number): void {
    const into = this.#shifted;
    const lng = this.#columns.lng[row]!;
    // no position yet
    if (Number.isNaN(lng)) into.fill(Number.NaN);
    else placer(lng, this.#columns.lat[row]!, into);
    this.#shiftedX[row] = into[0]!;
    this.#shiftedY[row] = into[1]!;
  }
}
