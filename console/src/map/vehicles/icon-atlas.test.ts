import { describe, expect, it } from 'vitest';
import { ICON_CELL, ICON_GRID, ICON_STEPS, iconAtlas } from './icon-atlas.ts';
import { distancesTo, ICON_REACH, ICON_SHAPES } from './icon-shapes.ts';
import { MARKER_LAYOUTS, markerScale } from './marker-layout.ts';

const { texels } = ICON_CELL;
const width = texels * ICON_GRID.columns;
/** Body bytes of a cell. */
const cell = (column: number, row: number) =>
  Array.from(
    { length: texels * texels },
    (_, i) => iconAtlas()[((row * texels + Math.floor(i / texels)) * width + column * texels + (i % texels)) * 2]!,
  );

describe('the marker icons', () => {
  it('have one arrowhead and one disc for all car-icon sets, and a separate vehicle for each set', () => {
    expect([ICON_GRID.rows, ICON_GRID.columns]).toEqual([3, 4]);
    const kinds = [0, 1, 2, 3].map((column) => new Set([0, 1, 2].map((row) => cell(column, row).join())).size);
    expect(kinds).toEqual([1, 1, 3, 3]);
    const all = [0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => cell(column, row).join()));
    expect(new Set(all).size).toBe(8);
  });

  it('have an arrowhead that is longer than wide, pointed in front, notched behind, and large enough at low zoom', () => {
    const [arrowhead, disc] = ICON_SHAPES[0]!;
    const inside = (x: number, y: number) => distancesTo(arrowhead, x, y).body <= 0;
    const ys = Array.from({ length: 121 }, (_, i) => i / 4 - 15);
    const span = (holds: (at: number) => boolean) => {
      const within = ys.filter(holds);
      return within.at(-1)! - within[0]!;
    };
    const long = span((y) => ys.some((x) => inside(x, y)));
    const wide = span((x) => ys.some((y) => inside(x, y)));
    expect(long).toBeGreaterThan(wide * 1.2);
    expect(long * markerScale(MARKER_LAYOUTS[1], 4)).toBeGreaterThanOrEqual(17);
    expect(long * markerScale(MARKER_LAYOUTS[1], 9)).toBeGreaterThanOrEqual(19);
    // notched: behind, the middle is empty and both sides are not
    expect([inside(0, 6), inside(-5.5, 6), inside(5.5, 6)]).toEqual([false, true, true]);
    // the front is a point
    expect([inside(0, -11.5), inside(2.5, -11.5)]).toEqual([true, false]);
    // direction does not change a disc
    for (const turn of [0, 1, 2, 3]) expect(distancesTo(disc, 7 * Math.cos(turn), 7 * Math.sin(turn)).body).toBeCloseTo(-0.6, 6);
  });

  it('store in each texel the distance at its centre, on the right and on the left', () => {
    const unit = (texel: number) => ((texel + 0.5) / texels - 0.5) * ICON_CELL.units;
    for (const [column, shape] of ICON_SHAPES[1]!.entries())
      for (const [i, j] of [
        [20, 31],
        [43, 31],
        [34, 12],
        [39, 50],
      ] as const) {
        const expected = 128 - distancesTo(shape, unit(i), unit(j)).body * ICON_STEPS;
        expect(cell(column, 1)[j * texels + i]).toBe(Math.min(Math.max(Math.round(expected), 0), 255));
      }
  });

  it('stay within their cells, so that nothing is drawn at the edge of another cell', () => {
    for (let row = 0; row < ICON_GRID.rows; row++)
      for (let column = 0; column < ICON_GRID.columns; column++) {
        const bytes = cell(column, row);
        const edge = bytes.filter(
          (_, i) => [0, texels - 1].includes(i % texels) || [0, texels - 1].includes(Math.floor(i / texels)),
        );
        // at least 1.5 units outside: the halo
        expect(Math.max(...edge)).toBeLessThan(128 - 31);
        expect(Math.max(...bytes)).toBeGreaterThan(128 + 21);
      }
  });

  it('stay within their reach, which is no larger than necessary', () => {
    for (const [column, reach] of ICON_REACH.entries()) {
      let farthest = 0;
      for (const shapes of ICON_SHAPES)
        for (let x = -16; x <= 16; x += 0.25)
          for (let y = -16; y <= 16; y += 0.25)
            if (distancesTo(shapes[column]!, x, y).body <= 0) farthest = Math.max(farthest, Math.hypot(x, y));
      expect(farthest).toBeLessThanOrEqual(reach);
      expect(farthest).toBeGreaterThan(reach - 0.3);
    }
  });

  it('fit 24 px, point up, and are symmetrical', () => {
    for (const shapes of ICON_SHAPES)
      for (const shape of shapes) {
        for (const [x, y] of [
          [15, 0],
          [0, 15],
          [0, -15.5],
          [8, 8],
          [10, -6],
        ] as const)
          expect(distancesTo(shape, x, y).body).toBeGreaterThan(0);
        for (const [x, y] of [
          [1, -3],
          [4, 5],
          [6, -2],
        ] as const)
          expect(distancesTo(shape, -x, y).body).toBeCloseTo(distancesTo(shape, x, y).body, 10);
      }
  });

  it('show the direction in front of a moving vehicle, and nothing for a stopped one', () => {
    for (const [, , moving, standing] of ICON_SHAPES) {
      expect(distancesTo(moving, 0, -12.4).body).toBeLessThan(0);
      expect(distancesTo(standing, 0, -12.4).body).toBeGreaterThan(1);
    }
  });
});
