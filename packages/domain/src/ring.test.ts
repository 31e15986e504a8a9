import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LngLat } from './coordinates.ts';
import { boundsM2, boundsOfPlaces, crossesItself, ringM2, ringsTest } from './ring.ts';

const square = (lng: number, lat: number, half: number): LngLat[] => [
  [lng - half, lat - half],
  [lng + half, lat - half],
  [lng + half, lat + half],
  [lng - half, lat + half],
];
const DENT: LngLat[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [2, 1],
  [0, 4],
];
const turned = <T>(ring: readonly T[], by: number): T[] => [...ring.slice(by), ...ring.slice(0, by)];

const lng = fc.double({ min: 70, max: 140, noNaN: true });
const lat = fc.double({ min: -60, max: 60, noNaN: true });
/** A ring that does not cross itself: corners all around a place, at any distance of it. */
const star = fc
  .tuple(lng, lat, fc.array(fc.double({ min: 0.2, max: 2, noNaN: true }), { minLength: 3, maxLength: 24 }))
  .map(([x, y, reaches]) => ({
    centre: [x, y] as LngLat,
    ring: reaches.map((reach, i): LngLat => {
      const angle = (2 * Math.PI * i) / reaches.length;
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
    }),
  }));

describe('the area of a ring', () => {
  it('is measured on the ground: a square degree at the equator is 12,364 km²', () => {
    expect(ringM2(square(0.5, 0.5, 0.5)) / 1e6).toBeCloseTo(12_364, -1);
    expect(boundsM2([0, 0, 1, 1]) / 1e6).toBeCloseTo(12_364, -1);
    expect(ringM2(square(0, 0, 1).slice(0, 2))).toBe(0);
  });

  it('does not depend on direction, first corner, or longitude', () => {
    fc.assert(
      fc.property(star, fc.nat(), ({ ring }, by) => {
        const size = ringM2(ring);
        expect(ringM2(ring.toReversed()) / size).toBeCloseTo(1, 9);
        expect(ringM2(turned(ring, by % ring.length)) / size).toBeCloseTo(1, 9);
        expect(ringM2(ring.map(([x, y]) => [x - 150, y])) / size).toBeCloseTo(1, 6);
      }),
    );
  });

  it('is at most the area of its bounds', () => {
    fc.assert(
      fc.property(star, ({ ring }) => {
        // edges are straight on the map, parallels on the ground
        expect(ringM2(ring)).toBeLessThanOrEqual(boundsM2(boundsOfPlaces(ring)) * 1.01);
      }),
    );
  });
});

describe('inside', () => {
  it('notches and holes are outside, a second ring is inside', () => {
    const dent = ringsTest([DENT]);
    expect([dent(1, 1), dent(2, 3), dent(5, 1)]).toEqual([true, false, false]);
    const holed = ringsTest([square(0, 0, 2), square(0, 0, 1), square(10, 0, 1)]);
    expect([holed(1.5, 0), holed(0, 0), holed(10, 0), holed(5, 0)]).toEqual([true, false, true, false]);
    expect(ringsTest([])(0, 0)).toBe(false);
  });

  it('the centre of a ring is inside, a place outside its bounds is not, for any order of corners', () => {
    fc.assert(
      fc.property(star, fc.nat(), lng, lat, ({ centre, ring }, by, x, y) => {
        const inside = ringsTest([ring]);
        // with three corners around it, the centre may lie on an edge
        if (ring.length > 3) expect(inside(...centre)).toBe(true);
        const again = ringsTest([turned(ring, by % ring.length).toReversed()]);
        expect(again(x, y)).toBe(inside(x, y));
        const [west, south, east, north] = boundsOfPlaces(ring);
        if (x < west || x > east || y < south || y > north) expect(inside(x, y)).toBe(false);
      }),
    );
  });
});

describe('a ring that crosses itself', () => {
  it('is detected from any first corner', () => {
    const bow: LngLat[] = [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ];
    for (let by = 0; by < 5; by++) {
      expect(crossesItself(turned(bow, by % 4))).toBe(true);
      expect(crossesItself(turned(DENT, by))).toBe(false);
    }
  });

  it('is not reported for a star-shaped ring, and is reported after two corners are swapped', () => {
    fc.assert(
      fc.property(star, fc.nat(), ({ ring }, by) => {
        expect(crossesItself(turned(ring, by % ring.length))).toBe(false);
        fc.pre(ring.length === 4);
        const [a, b, c, d] = ring;
        expect(crossesItself([a!, c!, b!, d!])).toBe(true);
      }),
    );
  });
});
