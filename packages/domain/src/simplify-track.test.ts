import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SECOND_MS } from './durations.ts';
import { greatCircleKm, interpolate } from './geometry.ts';
import { simplifyTrack } from './simplify-track.ts';

type Point = [at: number, lng: number, lat: number];

function simplified(points: readonly Point[], toleranceM: number, always: readonly number[] = []): number[] {
  const keep = new Uint8Array(points.length);
  for (const i of always) keep[i] = 1;
  const columns = { at: points.map(([at]) => at), lng: points.map(([, lng]) => lng), lat: points.map(([, , lat]) => lat) };
  const kept = simplifyTrack(columns, toleranceM, keep);
  const places = [...keep.keys()].filter((i) => keep[i] === 1);
  expect(kept).toBe(places.length);
  return places;
}

describe('simplifying a track', () => {
  it('retains only the two ends of a constant movement', () => {
    const even = Array.from({ length: 100 }, (_, i): Point => [i * 10 * SECOND_MS, 113 + i * 0.001, 23]);
    expect(simplified(even, 5)).toEqual([0, 99]);
  });

  it('preserves a turn, and a stop on a straight road', () => {
    const turn: Point[] = [
      [0, 113, 23],
      [10_000, 113.01, 23],
      [20_000, 113.01, 23.01],
    ];
    expect(simplified(turn, 5)).toEqual([0, 1, 2]);
    const wait: Point[] = [
      [0, 113, 23],
      [10_000, 113.01, 23],
      [310_000, 113.01, 23],
      [320_000, 113.02, 23],
    ];
    expect(simplified(wait, 5)).toEqual([0, 1, 2, 3]);
  });

  it('preserves marked points', () => {
    const even = Array.from({ length: 10 }, (_, i): Point => [i * SECOND_MS, 113 + i * 0.001, 23]);
    expect(simplified(even, 50, [4])).toEqual([0, 4, 9]);
  });

  it('accepts no points, one point, and points with the same time', () => {
    expect(simplified([], 5)).toEqual([]);
    expect(simplified([[0, 113, 23]], 5)).toEqual([0]);
    expect(
      simplified(
        [
          [0, 113, 23],
          [0, 113.1, 23],
          [0, 113, 23],
        ],
        5,
      ),
    ).toEqual([0, 1, 2]);
  });

  it('moves no point by more than the tolerance at its own time', () => {
    const step = fc.tuple(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: -300, max: 300 }),
      fc.integer({ min: -300, max: 300 }),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 120 }), fc.integer({ min: 1, max: 200 }), (steps, toleranceM) => {
        const points: Point[] = [[0, 113, 40]];
        for (const [seconds, east, north] of steps) {
          const [at, lng, lat] = points.at(-1)!;
          points.push([at + seconds * SECOND_MS, lng + east * 1e-5, lat + north * 1e-5]);
        }
        const places = simplified(points, toleranceM);
        points.forEach(([at, lng, lat], i) => {
          const after = places.find((place) => place >= i)!;
          if (after === i) return;
          const before = places.findLast((place) => place < i)!;
          const [at1, lng1, lat1] = points[before]!;
          const [at2, lng2, lat2] = points[after]!;
          const [x, y] = interpolate(lng1, lat1, lng2, lat2, (at - at1) / (at2 - at1));
          // the sphere and the straight line in degrees differ by far less than a hundredth here
          expect(greatCircleKm(lng, lat, x, y) * 1000).toBeLessThanOrEqual(toleranceM * 1.01 + 0.5);
        });
      }),
    );
  });
});
