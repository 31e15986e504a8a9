import { countedKm } from '@fleetwarden/domain/mileage';
import { usable } from '@fleetwarden/domain/quality';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drive, driving, idling, type Leg, MINUTE, MORNING, parked, SECOND, toReport } from '../../test/support/engine/track.ts';
import type { TrackPoint } from './drift.ts';
import { segment } from './rebuild.ts';
import { classify } from './segments.ts';

function segments(points: readonly TrackPoint[]) {
  return segment(points.map((point) => ({ ...toReport(point), deviceAt: point.at })));
}

function all(points: readonly TrackPoint[]) {
  const { trips, stops, open } = segments(points);
  return { trips: [...trips, ...open.trips], stops: [...stops, ...open.stops] };
}

const minutes = ({ startAt, endAt }: { startAt: number; endAt: number }) => (endAt - startAt) / MINUTE;

describe('interval classes', () => {
  const a: TrackPoint = { at: MORNING, lng: 113, lat: 34, speedKmh: 0, accOn: true };
  const after = (ms: number): TrackPoint => ({ ...a, at: MORNING + ms });
  it.each([
    ['at least 5 km/h at the start', { ...a, speedKmh: 5 }, 10 * SECOND, 0, 'drive'],
    ['at least 5 km/h by the distance driven', a, 60 * SECOND, 0.1, 'drive'],
    ['engine runs, no movement', a, 5 * MINUTE, 0.01, 'stand'],
    ['engine runs, no data for over five minutes', a, 6 * MINUTE, 0, 'gap'],
    ['no data for ten minutes', { ...a, speedKmh: 80 }, 10 * MINUTE, 12, 'split'],
    ['engine off in the yard for nine hours', { ...a, accOn: false }, 540 * MINUTE, 0.05, 'stand'],
    ['engine off, then at another place: towed or shipped', { ...a, accOn: false }, 540 * MINUTE, 4, 'split'],
    ['engine off for two days', { ...a, accOn: false }, 2880 * MINUTE, 0, 'split'],
  ] as const)('%s', (_, from, ms, km, kind) => {
    expect(classify(from, after(ms), km)).toBe(kind);
  });
});

describe('trips and stops', () => {
  it('recognize a delivery round: yard, road, customer, road, yard', () => {
    const { trips, stops } = all(drive([parked(30), idling(3), driving(25), idling(2), parked(40), driving(20, 45), parked(10)]));
    expect(trips.map(minutes)).toEqual([25, 20]);
    expect(trips.map(({ distanceKm }) => Math.round(distanceKm * 10) / 10)).toEqual([25, 15]);
    expect(trips.map(({ maxSpeedKmh }) => maxSpeedKmh)).toEqual([60, 45]);
    expect(stops.map(minutes)).toEqual([33, 42, 10]);
    // Idling counts as engine time, parking does not
    expect(stops.map(({ accOnS }) => accOnS)).toEqual([180, 120, 0]);
    // Contiguous: each starts where the other ends
    expect(stops[1]?.startAt).toBe(trips[0]?.endAt);
    expect(stops[1]?.endAt).toBe(trips[1]?.startAt);
    expect(stops[1]?.lat).toBeCloseTo(trips[0]?.endLat ?? 0, 6);
  });

  it('count a red light as part of the trip, and end it after three minutes', () => {
    expect(all(drive([driving(10), idling(2), driving(10)])).trips.map(minutes)).toEqual([22]);
    expect(all(drive([driving(10), idling(3), driving(10)])).trips.map(minutes)).toEqual([10, 10]);
  });

  it('treat a short move in the yard as no trip, and continue the stop', () => {
    const { trips, stops } = all(drive([parked(20), driving(0.5, 20), parked(20), driving(10)]));
    expect(trips.map(minutes)).toEqual([10]);
    expect(stops.map(minutes)).toEqual([40.5]);
  });

  it('treat a short creep in a queue as a stop at that place', () => {
    // Ten seconds at 10 km/h, a minute of waiting, ten seconds again, then the ferry's gate
    const { trips, stops } = all(drive([driving(1 / 6, 10), idling(1), driving(1 / 6, 10), idling(5)]));
    expect(trips).toEqual([]);
    expect(stops.map(minutes)).toEqual([expect.closeTo(6 + 1 / 3, 6)]);
    expect(segments(drive([driving(1 / 6, 10), idling(1), driving(1 / 6, 10)])).open.stops).toHaveLength(1);
  });

  it('include seven minutes of tunnel in the trip, but not ten minutes without data', () => {
    const tunnel: Leg = { seconds: 7 * 60, kmh: 60, accOn: true, every: 7 * 60 };
    const [one] = all(drive([driving(10), tunnel, driving(10)])).trips;
    expect(one && minutes(one)).toBe(27);
    expect(one?.distanceKm).toBeCloseTo(27, 1);
    const outage: Leg = { ...tunnel, seconds: 10 * 60, every: 10 * 60 };
    expect(all(drive([driving(10), outage, driving(10)])).trips.map(minutes)).toEqual([10, 10]);
  });

  it('report a trip as soon as it is certain: 180 s after its end', () => {
    expect(segments(drive([driving(10), idling(2.5)])).trips).toHaveLength(0);
    expect(segments(drive([driving(10), idling(3)])).trips).toHaveLength(1);
    // and the stop before it when the trip can no longer be a mere fragment
    expect(segments(drive([parked(10), driving(0.5)])).stops).toHaveLength(0);
    expect(segments(drive([parked(10), driving(2)])).stops).toHaveLength(1);
  });

  it('place a stop at its median point: one bad fix does not move it', () => {
    const points = drive([parked(60, 30)]).map((point, index) => (index === 40 ? { ...point, lat: point.lat + 0.001 } : point));
    expect(all(points).stops[0]?.lat).toBeCloseTo(points[0]?.lat ?? 0, 9);
  });

  it('are empty for no points or one point', () => {
    expect(all([])).toEqual({ trips: [], stops: [] });
    expect(all(drive([parked(10)]).slice(0, 1))).toEqual({ trips: [], stops: [] });
  });
});

const leg: fc.Arbitrary<Leg> = fc
  .record({
    steps: fc.integer({ min: 1, max: 12 }),
    every: fc.constantFrom(1, 10, 30, 60, 120, 290, 310, 590, 600, 3600),
    kmh: fc.constantFrom(0, 0, 0, 2.3, 4.9, 5.3, 31.7, 88.9, 118.3),
    accOn: fc.boolean(),
  })
  .map(({ steps, every, kmh, accOn }) => ({ seconds: steps * every, every, kmh, accOn }));

/** Random days of a vehicle that never jumps, so that every point is believed. */
const randomTrack = fc.array(leg, { maxLength: 14 }).map((legs) => drive(legs));

/** The rules of report catalogue 1.2 and 3.6 once more, as a person would apply them to a printed list. */
function byHand(points: readonly TrackPoint[]) {
  const trips: [number, number][] = [];
  const stops: [number, number][] = [];
  const intervals = points.slice(1).map((b, index) => {
    const a = points[index]!;
    const km = Math.abs(b.lat - a.lat) * 111.1949;
    return { from: a.at, to: b.at, ms: b.at - a.at, kind: classify(a, b, km), km: countedKm(km, b.speedKmh) };
  });
  type Interval = (typeof intervals)[number];
  // Whole stretches between times without data
  const stretches: Interval[][] = [[]];
  for (const interval of intervals) {
    if (interval.kind === 'split') stretches.push([]);
    else stretches.at(-1)!.push(interval);
  }
  for (const stretch of stretches) {
    const drives = stretch.flatMap(({ kind }, index) => (kind === 'drive' ? [index] : []));
    const groups: [number, number][] = [];
    for (const index of drives) {
      const group = groups.at(-1);
      const pause = group === undefined ? [] : stretch.slice(group[1] + 1, index);
      const time = (kind: string) => pause.reduce((ms, one) => (one.kind === kind ? ms + one.ms : ms), 0);
      if (group !== undefined && time('stand') < 3 * MINUTE && time('gap') < 10 * MINUTE) group[1] = index;
      else groups.push([index, index]);
    }
    const kept = groups.filter(([first, last]) => {
      const part = stretch.slice(first, last + 1);
      return part.at(-1)!.to - part[0]!.from >= MINUTE && part.reduce((km, one) => km + one.km, 0) >= 0.2;
    });
    let next = 0;
    for (const [first, last] of [...kept, [stretch.length, stretch.length] as const]) {
      const rest = stretch.slice(next, first);
      if (rest.some(({ kind }) => kind === 'stand')) stops.push([rest[0]!.from, rest.at(-1)!.to]);
      if (first < stretch.length) trips.push([stretch[first]!.from, stretch[last]!.to]);
      next = last + 1;
    }
  }
  return { trips, stops };
}

describe('any track', () => {
  it('gives the same trips and stops as a manual evaluation', () => {
    fc.assert(
      fc.property(randomTrack, (points) => {
        const { trips, stops } = all(points);
        expect({ trips: trips.map((t) => [t.startAt, t.endAt]), stops: stops.map((s) => [s.startAt, s.endAt]) }).toEqual(
          byHand(points),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('gives ordered segments that do not overlap, and trips of the minimum length', () => {
    fc.assert(
      fc.property(randomTrack, (points) => {
        const { trips, stops } = all(points);
        const times = [...trips, ...stops].toSorted((a, b) => a.startAt - b.startAt);
        for (const [index, one] of times.entries()) {
          expect(one.endAt).toBeGreaterThan(one.startAt);
          if (index > 0) expect(one.startAt).toBeGreaterThanOrEqual(times[index - 1]!.endAt);
        }
        for (const list of [trips, stops]) expect(list).toEqual(list.toSorted((a, b) => a.startAt - b.startAt));
        for (const trip of trips) {
          expect(minutes(trip)).toBeGreaterThanOrEqual(1);
          expect(trip.distanceKm).toBeGreaterThanOrEqual(0.2);
          expect(trip.points).toBe(points.filter(({ at }) => at >= trip.startAt && at <= trip.endAt).length);
        }
        for (const stop of stops) expect(stop.accOnS).toBeLessThanOrEqual((stop.endAt - stop.startAt) / 1000);
      }),
    );
  });

  it('ignores unusable points', () => {
    fc.assert(
      fc.property(randomTrack, fc.infiniteStream(fc.constantFrom(0, 0, 2, 4, 128, 256, 512)), (points, qualities) => {
        const judged = points.map((point) => ({
          ...toReport(point),
          deviceAt: point.at,
          quality: qualities.next().value as number,
        }));
        expect(segment(judged)).toEqual(segment(judged.filter(usable)));
      }),
    );
  });
});
