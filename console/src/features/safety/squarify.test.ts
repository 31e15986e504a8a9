import { describe, expect, it } from 'vitest';
import { squarify } from './squarify.ts';

describe('a tree map', () => {
  it('fills the box with tiles proportional to their values, without overlap', () => {
    const values = [60, 30, 20, 20, 10, 6, 3, 1];
    const tiles = squarify(values, 1.5);
    expect(tiles).toHaveLength(values.length);
    for (const [nth, { width, height }] of tiles.entries())
      expect((width * height) / 100).toBeCloseTo((100 * values[nth]!) / 150, 6);
    for (const [nth, a] of tiles.entries())
      for (const b of tiles.slice(nth + 1)) {
        const wide = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
        const high = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
        expect(Math.min(wide, high)).toBeLessThan(1e-6);
      }
    for (const { left, top, width, height } of tiles)
      expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(100 + 1e-6);
  });

  it('has one tile for one value, and none without values', () => {
    expect(squarify([5], 2)).toEqual([{ left: 0, top: 0, width: 100, height: 100 }]);
    expect(squarify([], 2)).toEqual([]);
  });
});
