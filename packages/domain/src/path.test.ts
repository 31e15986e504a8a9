import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LngLat } from './coordinates.ts';
import { greatCircleKm, interpolate, METRES_A_DEGREE } from './geometry.ts';
import { distanceTo, pathKm } from './path.ts';

const along = (count: number): LngLat[] => Array.from({ length: count }, (_, i) => [120 + i * 0.001, 31]);
/** Places of one region, a few dozen kilometres across. */
const place = fc.tuple(fc.double({ min: 113, max: 113.3, noNaN: true }), fc.double({ min: 23, max: 23.3, noNaN: true }));
const way = fc.array(place, { minLength: 1, maxLength: 12 });

describe('the length of a path', () => {
  it('is the sum of its segments', () => {
    expect([pathKm([]), pathKm(along(1))]).toEqual([0, 0]);
    expect(pathKm(along(3))).toBeCloseTo(0.1906, 4);
  });

  it('is at least the direct distance, and the same in reverse order', () => {
    fc.assert(
      fc.property(way, (path) => {
        expect(pathKm(path)).toBeGreaterThanOrEqual(greatCircleKm(...path[0]!, ...path.at(-1)!) - 1e-9);
        expect(pathKm(path.toReversed())).toBeCloseTo(pathKm(path), 9);
      }),
    );
  });
});

describe('the distance to a path', () => {
  it('is measured to its nearest point, including the ends', () => {
    const [two, one, none] = [distanceTo(along(2)), distanceTo(along(1)), distanceTo([])];
    expect(two(120, 31)).toBe(0);
    expect(two(119.999, 31)).toBeCloseTo(95.3, 1);
    expect(two(120.0005, 31.001)).toBeCloseTo(111.2, 1);
    expect(one(120, 31.001)).toBeCloseTo(111.2, 1);
    expect(none(120, 31)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is 0 on the path, and at most the distance to any of its points', () => {
    fc.assert(
      fc.property(way, place, fc.nat(), (path, from, pick) => {
        const distance = distanceTo(path);
        const corner = path[pick % path.length]!;
        expect(distance(...corner)).toBeLessThan(1e-3);
        // the error of the flat map over this distance
        const most = greatCircleKm(...from, ...corner) * 1000 * 1.005 + 1e-3;
        expect(distance(...from)).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('does not change with an extra point on a segment', () => {
    const short = fc.tuple(
      fc.double({ min: -0.001, max: 0.001, noNaN: true }),
      fc.double({ min: -0.001, max: 0.001, noNaN: true }),
    );
    fc.assert(
      fc.property(place, short, place, fc.double({ min: 0, max: 1, noNaN: true }), ([x, y], [dx, dy], from, share) => {
        const [a, b]: LngLat[] = [
          [x, y],
          [x + dx, y + dy],
        ];
        const middle = interpolate(...a!, ...b!, share);
        expect(distanceTo([a!, middle, b!])(...from)).toBeCloseTo(distanceTo([a!, b!])(...from), 1);
      }),
    );
  });

  it('matches the metres of a degree from south to north', () => {
    expect(distanceTo(along(2))(120, 31.01)).toBeCloseTo(0.01 * METRES_A_DEGREE, -1);
  });
});
