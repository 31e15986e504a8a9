import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drive, driving, MORNING, SECOND } from '../../test/support/engine/track.ts';
import { admit, emptyDrift, type TrackPoint } from './drift.ts';

type Step = { km: number; fresh: boolean; to: TrackPoint };

function steps(points: readonly TrackPoint[]): Step[] {
  const taken: Step[] = [];
  const state = emptyDrift();
  for (const point of points) {
    admit(state, point, taken, (into, _from, to, km, fresh) => into.push({ km, fresh, to }));
  }
  return taken;
}

const km = (taken: readonly Step[]) => taken.filter(({ fresh }) => !fresh).reduce((sum, step) => sum + step.km, 0);

/** A fix thrown 30 km to the east, as between high buildings. */
const thrown = (point: TrackPoint): TrackPoint => ({ ...point, lng: point.lng + 0.33 });

describe('drift filter', () => {
  const road = drive([driving(5)]);

  it('passes a normal drive', () => {
    const taken = steps(road);
    expect(taken).toHaveLength(road.length - 1);
    expect(km(taken)).toBeCloseTo(5, 2);
  });

  it.each([1, 2, 3, 4])('drops %i outliers before the track returns', (count) => {
    const wild = road.map((point, index) => (index >= 10 && index < 10 + count ? thrown(point) : point));
    const taken = steps(wild);
    expect(taken).toHaveLength(road.length - 1 - count);
    expect(km(taken)).toBeCloseTo(5, 2);
    expect(taken.some(({ fresh }) => fresh)).toBe(false);
  });

  it('accepts a jump that lasts more than five points, and restarts there without counting the distance', () => {
    // The terminal was moved to a vehicle in another town
    const moved = road.map((point, index) => (index >= 10 ? thrown(point) : point));
    const taken = steps(moved);
    expect(taken.filter(({ fresh }) => fresh)).toHaveLength(1);
    // All but the one step between the towns
    expect(km(taken)).toBeCloseTo(5 - 1 / 6, 2);
  });

  it('holds suspect points that repeatedly leave the last accepted position', () => {
    const [a, b, c, d, e] = road as [TrackPoint, TrackPoint, TrackPoint, TrackPoint, TrackPoint];
    const taken = steps([a, thrown(b), { ...c, lng: c.lng - 0.4 }, thrown(d), e]);
    expect(taken.map(({ to }) => to)).toEqual([e]);
  });

  it('accepts a jump if the next point continues from it at a possible speed', () => {
    const start: TrackPoint = { at: MORNING, lng: 113, lat: 34, speedKmh: 100, accOn: true };
    // 1.3 km in 10 s, then 0.2 km in 40 s: all together a possible speed from the start, and further than a kilometre from it
    const far = { ...start, at: MORNING + 10 * SECOND, lat: 34.012 };
    const on = { ...start, at: MORNING + 50 * SECOND, lat: 34.014 };
    expect(steps([start, far, on]).map(({ fresh }) => fresh)).toEqual([true, false]);
  });

  it('ignores points that are not later', () => {
    const [a, b] = road as [TrackPoint, TrackPoint];
    expect(steps([b, a, b])).toEqual([]);
    expect(steps([a, thrown(b), { ...b, at: b.at }])).toEqual([]);
  });

  it('never adds kilometres for outliers at any position', () => {
    const bursts = fc.array(fc.record({ at: fc.integer({ min: 1, max: 24 }), count: fc.integer({ min: 1, max: 4 }) }), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(bursts, fc.double({ min: 0.05, max: 20, noNaN: true }), (list, degrees) => {
        const wild = new Set(list.flatMap(({ at, count }) => Array.from({ length: count }, (_, index) => at + index)));
        // Five in a row are the most a burst may have
        let run = 0;
        const points = road.map((point, index) => {
          run = wild.has(index) && run < 5 ? run + 1 : 0;
          return run > 0 ? { ...point, lng: point.lng + degrees } : point;
        });
        expect(km(steps(points))).toBeLessThanOrEqual(5 + 1e-6);
      }),
    );
  });
});
