import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LngLat } from './coordinates.ts';
import { METRES_A_DEGREE } from './geometry.ts';
import type { Region } from './region.ts';
import { regionCrossing } from './region-crossing.ts';
import { regionBounds, regionTest } from './region-reach.ts';
import { isWithin } from './ring.ts';

const LNG_M = METRES_A_DEGREE * Math.cos((23 * Math.PI) / 180);
/** Metres to the east and north of 113, 23. */
const place = (east: number, north: number): LngLat => [113 + east / LNG_M, 23 + north / METRES_A_DEGREE];

const bounds = [...place(-1_000, -1_000), ...place(1_000, 1_000)] as unknown as [number, number, number, number];
const REGIONS: Readonly<Record<string, Region>> = {
  rectangle: { mode: 1, bounds },
  polygon: {
    mode: 2,
    ring: [place(-1_000, -1_000), place(1_000, -1_000), place(1_000, 1_000), place(0, 200), place(-1_000, 1_000)],
  },
  line: { mode: 3, points: [place(-1_000, 0), place(800, 0), place(800, 900)], bufferM: 200 },
  circle: { mode: 4, centre: place(0, 0), radiusM: 1_000 },
};
const metres = fc.double({ min: -3_000, max: 3_000, noNaN: true });
const anywhere = fc.tuple(metres, metres).map(([east, north]) => place(east, north));

describe.each(Object.entries(REGIONS))('a path near a %s', (_, region) => {
  const inside = regionTest(region);
  const crosses = regionCrossing(region);

  it('crosses the region if it passes through, not if it passes by or ends before it', () => {
    expect(crosses(place(-1_500, 0), place(1_500, 0))).toBe(true);
    expect(crosses(place(-1_500, -1_500), place(1_500, -1_500))).toBe(false);
    expect(crosses(place(-3_000, 0), place(-1_500, 0))).toBe(false);
  });

  it('crosses the region if any of its points is inside, in both directions', () => {
    fc.assert(
      fc.property(anywhere, anywhere, (from, to) => {
        fc.pre(!inside(...from) && !inside(...to));
        const touched = crosses(from, to);
        expect(crosses(to, from)).toBe(touched);
        for (let share = 0.01; share < 1; share += 0.01)
          if (inside(from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share)) expect(touched).toBe(true);
      }),
    );
  });

  it('does not cross the region while the vehicle is stationary outside, even close to it', () => {
    fc.assert(
      fc.property(anywhere, (at) => {
        fc.pre(!inside(...at));
        expect(crosses(at, at)).toBe(false);
      }),
    );
  });

  it('has every inside point within the bounds of the region, extended by the given distance', () => {
    fc.assert(
      fc.property(anywhere, fc.double({ min: -500, max: 500, noNaN: true }), ([lng, lat], east) => {
        fc.pre(inside(lng, lat));
        expect(isWithin(regionBounds(region), lng, lat)).toBe(true);
        expect(isWithin(regionBounds(region, 500), lng + east / LNG_M, lat)).toBe(true);
      }),
    );
    expect(isWithin(regionBounds(region, 500), ...place(1_600, 0))).toBe(false);
  });
});

it('a path in the notch of a concave region crosses it only if it reaches the inside', () => {
  const dented = regionCrossing(REGIONS['polygon']!);
  expect(dented(place(-200, 900), place(200, 900))).toBe(false);
  expect(dented(place(-200, 900), place(200, 100))).toBe(true);
});

it('a region across the 180th meridian works on both sides', () => {
  const region: Region = { mode: 4, centre: [179.999, -17], radiusM: 1_000 };
  const [west, , east] = regionBounds(region);
  expect([west, east]).toEqual([-180, 180]);
  expect(regionTest(region)(-179.999, -17)).toBe(true);
});
