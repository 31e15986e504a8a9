import { describe, expect, it } from 'vitest';
import { ICON_CELL, ICON_GRID, iconAtlas } from './icon-atlas.ts';
import { distancesTo, ICON_REACH, ICON_SHAPES } from './icon-shapes.ts';

const { texels } = ICON_CELL;
const width = texels * ICON_GRID.columns;
/** Body bytes of a cell. */
const cell = (column: number, row: number) =>
  Array.from(
    { length: texels * texels },
    (_, i) => iconAtlas()[((row * texels + Math.floor(i / texels)) * width + column * texels + (i % texels)) * 2]!,
  );

describe('the pictures of the markers', () => {
  it('are four kinds for each of the three car-icon sets, and no two are alike', () => {
    expect([ICON_GRID.rows, ICON_GRID.columns]).toEqual([3, 4]);
    const all = [0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => cell(column, row).join()));
    expect(new Set(all).size).toBe(12);
  });

  it('lie within their cells: nothing of one is drawn at the edge of another', () => {
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

  it('lie within their reach, and it is no larger than they are', () => {
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

  it('fit 24 px, head up, and are the same left and right', () => {
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

  it('show in front where a vehicle goes, and nothing where it stands', () => {
    for (const [, , moving, standing] of ICON_SHAPES) {
      expect(distancesTo(moving, 0, -12.4).body).toBeLessThan(0);
      expect(distancesTo(standing, 0, -12.4).body).toBeGreaterThan(1);
    }
  });
});
