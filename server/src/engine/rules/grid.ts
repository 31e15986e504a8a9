import type { Bounds } from '@fleetwarden/domain/ring';

/** Calls `each` with the place in its list of every box a position may lie in. */
export type Grid = (lng: number, lat: number, each: (index: number) => void) => void;

/** Edges of cells, degrees: some two kilometres, and coarser ones for what is larger. */
const SIZES = [0.02, 0.32, 5.12, 400] as const;
/** Cells a box lies in at most; beyond it a coarser level has it. */
const MAX_CELLS = 16;
/** More columns than any level has rows. */
const STRIDE = 65_536;

const cell = (degrees: number, size: number): number => Math.floor((degrees + 200) / size);

/** Finds boxes by position in some lookups, however many there are: a box is in the finest cells it does not need too many of. */
export function createGrid(boxes: readonly Bounds[]): Grid {
  const levels = SIZES.map(() => new Map<number, number[]>());
  boxes.forEach(([west, south, east, north], index) => {
    for (const [level, size] of SIZES.entries()) {
      const [x0, x1, y0, y1] = [cell(west, size), cell(east, size), cell(south, size), cell(north, size)];
      if (level < SIZES.length - 1 && (x1 - x0 + 1) * (y1 - y0 + 1) > MAX_CELLS) continue;
      for (let x = x0; x <= x1; x++)
        for (let y = y0; y <= y1; y++) {
          const key = x * STRIDE + y;
          const known = levels[level]!.get(key);
          if (known === undefined) levels[level]!.set(key, [index]);
          else known.push(index);
        }
      return;
    }
  });
  const used = SIZES.flatMap((size, level) => (levels[level]!.size > 0 ? [{ size, cells: levels[level]! }] : []));
  // side by side: it is asked with every location
  const sides = Float64Array.from(boxes.flat());
  return (lng, lat, each) => {
    for (const { size, cells } of used) {
      const found = cells.get(cell(lng, size) * STRIDE + cell(lat, size));
      if (found === undefined) continue;
      for (const index of found) {
        const at = index * 4;
        if (lng >= sides[at]! && lat >= sides[at + 1]! && lng <= sides[at + 2]! && lat <= sides[at + 3]!) each(index);
      }
    }
  };
}
