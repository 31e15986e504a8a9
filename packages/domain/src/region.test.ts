import { describe, expect, it } from 'vitest';
import type { LngLat } from './coordinates.ts';
import { METRES_A_DEGREE } from './geometry.ts';
import { findRegionFault, type Region, regionAreaKm2, regionCrossesItself } from './region.ts';
import { regionTest } from './region-reach.ts';

const square = (lng: number, lat: number, half: number): LngLat[] => [
  [lng - half, lat - half],
  [lng + half, lat - half],
  [lng + half, lat + half],
  [lng - half, lat + half],
];

describe('the area of a region', () => {
  it('is measured on the ground, in every mode', () => {
    // a degree by a degree at the equator
    const degreeKm2 = 12_363;
    expect(regionAreaKm2({ mode: 1, bounds: [0, -0.5, 1, 0.5] })).toBeCloseTo(degreeKm2, -2);
    expect(regionAreaKm2({ mode: 2, ring: square(0.5, 0, 0.5) })).toBeCloseTo(degreeKm2, -2);
    expect(regionAreaKm2({ mode: 4, centre: [113, 23], radiusM: 1_000 })).toBeCloseTo(Math.PI, 3);
    // 111.19 km with 200 m to either side, and two half circles
    const line: LngLat[] = [
      [113, 0],
      [114, 0],
    ];
    expect(regionAreaKm2({ mode: 3, points: line, bufferM: 200 })).toBeCloseTo(111.19 * 0.4 + Math.PI * 0.04, 1);
  });
  it('shrinks towards the pole', () => {
    const north = regionAreaKm2({ mode: 1, bounds: [0, 59.5, 1, 60.5] });
    expect(north / regionAreaKm2({ mode: 1, bounds: [0, -0.5, 1, 0.5] })).toBeCloseTo(0.5, 2);
  });
});

describe('a region is too large', () => {
  it('above 5,000 square kilometres, for a history search', () => {
    const radiusM = Math.sqrt(5_000 / Math.PI) * 1_000;
    const circle = (radiusM: number): Region => ({ mode: 4, centre: [113, 23], radiusM });
    expect(findRegionFault(circle(radiusM - 1), 'past')).toBeNull();
    expect(findRegionFault(circle(radiusM + 1), 'past')).toBe('area');
    expect(findRegionFault(circle(10 * radiusM), 'now')).toBeNull();
  });
  it('above 100 vertices', () => {
    const ringOf = (count: number): LngLat[] =>
      Array.from({ length: count }, (_, i) => [113 + Math.cos(i) / 100, 23 + Math.sin(i) / 100]);
    for (const when of ['now', 'past'] as const) {
      expect(findRegionFault({ mode: 2, ring: ringOf(100) }, when)).toBeNull();
      expect(findRegionFault({ mode: 2, ring: ringOf(101) }, when)).toBe('corners');
      expect(findRegionFault({ mode: 3, points: ringOf(101), bufferM: 50 }, when)).toBe('corners');
    }
  });
});

describe('a place is inside', () => {
  it.each<[string, Region, LngLat, LngLat]>([
    ['a rectangle', { mode: 1, bounds: [113, 23, 114, 24] }, [113.5, 23.5], [114.001, 23.5]],
    ['a polygon', { mode: 2, ring: square(113, 23, 0.1) }, [113.05, 23.05], [113.11, 23]],
    [
      'a concave polygon',
      {
        mode: 2,
        ring: [
          [0, 0],
          [4, 0],
          [4, 4],
          [2, 1],
          [0, 4],
        ],
      },
      [1, 1],
      [2, 3],
    ],
    ['a circle', { mode: 4, centre: [113, 23], radiusM: 1_000 }, [113.009, 23], [113.011, 23]],
    [
      'the buffer of a line',
      {
        mode: 3,
        points: [
          [113, 23],
          [113.1, 23],
          [113.1, 23.1],
        ],
        bufferM: 200,
      },
      [113.05, 23 + 190 / METRES_A_DEGREE],
      [113.05, 23 + 210 / METRES_A_DEGREE],
    ],
  ])('%s, and another place is outside', (_, region, inside, outside) => {
    const test = regionTest(region);
    expect([test(...inside), test(...outside)]).toEqual([true, false]);
  });
});

it('a self-crossing region is detected, unless it is too large', () => {
  const bow = [square(0, 0, 1)[0]!, square(0, 0, 1)[2]!, square(0, 0, 1)[1]!, square(0, 0, 1)[3]!];
  expect(regionCrossesItself({ mode: 2, ring: bow })).toBe(true);
  expect(regionCrossesItself({ mode: 2, ring: square(0, 0, 1) })).toBe(false);
  expect(regionCrossesItself({ mode: 2, ring: Array.from({ length: 2_500 }, () => bow).flat() })).toBe(false);
});
