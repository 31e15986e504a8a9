import type { GpsMessage } from '@fleetwarden/contract/live/live';
import { mercatorX, mercatorY } from '@fleetwarden/domain/mercator';

/** Fields of a cell: centre x and y in world units, then the number of vehicles for each status 0-6. */
export const CELL_FIELDS = 9;
const STATUSES = 7;

/** Server clusters: CELL_FIELDS numbers per cell. `tids` lists the vehicles of sparse cells. */
export type Cells = { readonly count: number; readonly fields: Float64Array; readonly tids: readonly (readonly string[])[] };

export function packCells(cells: NonNullable<GpsMessage['cells']>): Cells {
  const fields = new Float64Array(cells.length * CELL_FIELDS);
  for (const [i, [x, y, byStatus]] of cells.entries()) {
    const at = i * CELL_FIELDS;
    fields[at] = mercatorX(x);
    fields[at + 1] = mercatorY(y);
    for (let status = 0; status < STATUSES; status++) fields[at + 2 + status] = byStatus[status] ?? 0;
  }
  return { count: cells.length, fields, tids: cells.map(([, , , tids]) => tids) };
}
