import { CELL_FIELDS, type Cells } from '../../live/cells.ts';
import type { StoreColumns } from '../../live/columns.ts';
import { widened } from '../../live/grow-typed-array.ts';
import { type Placer, type Projection, placerOf, webMercator } from '../projection.ts';

/** Where the vehicles are on the base map's world, by row; NaN: nowhere. */
export class RowPlaces {
  #columns: Readonly<StoreColumns>;
  /** Where the store's world is not the base map's: the way there, and by row the places on it. */
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

  /** The world of the base map; every row is to be brought there. */
  setProjection(projection: Projection): void {
    // the store has its places on Web Mercator's world already
    this.#placer = projection === webMercator ? null : placerOf(projection);
  }

  /** Takes the store's arrays, which may be longer than before. */
  makeRoom(columns: Readonly<StoreColumns>): void {
    this.#columns = columns;
    const capacity = columns.worldX.length;
    if (!this.#placer || this.#shiftedX.length === capacity) return;
    this.#shiftedX = widened(this.#shiftedX, capacity, Number.NaN);
    this.#shiftedY = widened(this.#shiftedY, capacity, Number.NaN);
  }

  /** Brings the rows that changed (null: the first `size`) to the base map's world. */
  project(changed: Int32Array | null, size: number): void {
    if (!this.#placer) return;
    if (changed) for (const row of changed) this.#projectRow(this.#placer, row);
    else for (let row = 0; row < size; row++) this.#projectRow(this.#placer, row);
  }

  /** Cells that the server counted on Web Mercator's world: their fields on the base map's. */
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
    // never seen anywhere
    if (Number.isNaN(lng)) into.fill(Number.NaN);
    else placer(lng, this.#columns.lat[row]!, into);
    this.#shiftedX[row] = into[0]!;
    this.#shiftedY[row] = into[1]!;
  }
}
