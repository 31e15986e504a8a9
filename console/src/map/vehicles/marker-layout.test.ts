import { describe, expect, it } from 'vitest';
import { hitDistance, MARKER_LAYOUTS, type MarkerLayout, markerScale } from './marker-layout.ts';

describe('marker layouts', () => {
  it('are 24x24, 105x80 with a rectangular area for layout 3, and 48 px for a single vehicle', () => {
    const sizes = ([1, 2, 3, 'single'] as MarkerLayout[]).map((layout) => {
      const { width, height, rectangular } = MARKER_LAYOUTS[layout];
      return [width, height, rectangular];
    });
    expect(sizes).toEqual([
      [24, 24, false],
      [24, 24, false],
      [105, 80, true],
      [48, 48, false],
    ]);
  });

  it('accept clicks within their area', () => {
    const hits = (layout: MarkerLayout, dx: number, dy: number) => hitDistance(MARKER_LAYOUTS[layout], 1, dx, dy) <= 1;
    expect([hits(1, 12, 0), hits(1, 12.1, 0), hits(1, 9, 9)]).toEqual([true, false, false]);
    expect([hits(3, 52, 40), hits(3, -52.5, -40), hits(3, 53, 0), hits(3, 0, 41)]).toEqual([true, true, false, false]);
    expect([hits('single', 24, 0), hits('single', 20, 20)]).toEqual([true, false]);
  });

  it('scale down small markers at low zoom, but never large markers', () => {
    expect([3, 8, 12, 16].map((zoom) => markerScale(MARKER_LAYOUTS[1], zoom))).toEqual([0.84, expect.closeTo(0.92, 9), 1, 1]);
    expect(markerScale(MARKER_LAYOUTS[3], 3)).toBe(1);
  });
});
