import { type AreaGeometry, SHAPE } from '@fleetwarden/domain/area-geometry';
import { businessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { usable } from '@fleetwarden/domain/quality';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drive, type Leg, MINUTE, MORNING, report, SECOND, SHANGHAI, toReport } from '../../../test/support/engine/track.ts';
import { createDayFold, type StoredReport } from '../days/track-days.ts';
import type { JudgedLocation } from '../judged-location.ts';
import { onLocation } from '../vehicle.ts';
import { emptyState, restoreState } from '../vehicle-state.ts';
import { openVisits, type Visit } from './fold.ts';
import { createGeofenceSnapshot, FIRST_CITY, type GeofenceSnapshot, type VisitArea } from './geofence-snapshot.ts';

const [LNG, LAT] = [113.6654, 34.7579];
const area = (id: number, geo: AreaGeometry, more: Partial<VisitArea> = {}): VisitArea => ({
  id,
  geo,
  departmentId: 1,
  vehicles: new Set<number>(),
  from: null,
  until: null,
  ...more,
});
const band = (id: number, south: number, north: number, more: Partial<VisitArea> = {}): VisitArea =>
  area(id, { shape: SHAPE.rectangle, west: 113, south: LAT + south, east: LNG + 0.0001, north: LAT + north }, more);
const groundOf = (areas: readonly VisitArea[]): GeofenceSnapshot =>
  createGeofenceSnapshot(areas, (_, departmentId) => departmentId === 1);

/** The visits of the live stream, with its state stored and read again before report `cut`. */
function streamed(reports: readonly JudgedLocation[], ground: GeofenceSnapshot, cut = -1): Visit[] {
  let state = emptyState();
  const visits: Visit[] = [];
  for (const [n, one] of reports.entries()) {
    if (n === cut) state = restoreState(JSON.parse(JSON.stringify(state)));
    for (const event of onLocation(state, one, { ...SHANGHAI, visits: ground }).events)
      if (event.type === 'visit.ended') visits.push(event.visit);
  }
  return [...visits, ...(state.visits === undefined ? [] : openVisits(state.visits))];
}
function rebuilt(reports: readonly StoredReport[], ground: GeofenceSnapshot): readonly Visit[] {
  const fold = createDayFold(SHANGHAI.timeZone, { vehicleId: 7, ground });
  for (const one of reports) fold.add(one);
  return fold.end().visits;
}

const HERE = groundOf([area(1, { shape: SHAPE.circle, lng: LNG, lat: LAT, radius: 100 })]);
/** Reports these many seconds after the morning, `in` the circle or a kilometre `out` of it. */
const track = (points: readonly (readonly [seconds: number, where: 'in' | 'out'])[]): JudgedLocation[] =>
  points.map(([seconds, where]) =>
    report({ deviceAt: MORNING + seconds * SECOND, lat: where === 'in' ? LAT : LAT + 0.009, speedKmh: 40 }),
  );
const stored = (one: JudgedLocation): StoredReport => ({ ...one, at: one.deviceAt! });
const spans = (visits: readonly Visit[]) =>
  visits.map(({ enterAt, leaveAt, ended }) => [(enterAt - MORNING) / SECOND, (leaveAt - MORNING) / SECOND, ended]);

describe('a visit', () => {
  it.each([
    [
      'is not created by one point inside',
      [
        [0, 'out'],
        [20, 'in'],
        [40, 'out'],
        [60, 'out'],
      ],
      [],
    ],
    [
      'is two points inside, until the first point outside',
      [
        [0, 'out'],
        [20, 'in'],
        [40, 'in'],
        [60, 'out'],
        [80, 'out'],
      ],
      [[20, 60, true]],
    ],
    [
      'is one point inside that lasts half a minute',
      [
        [0, 'out'],
        [60, 'in'],
        [120, 'out'],
        [180, 'out'],
      ],
      [[60, 120, true]],
    ],
    [
      'does not end at one point outside',
      [
        [0, 'in'],
        [20, 'in'],
        [40, 'out'],
        [60, 'in'],
        [80, 'in'],
      ],
      [[0, 80, false]],
    ],
    [
      'ends at one point outside for half a minute',
      [
        [0, 'in'],
        [60, 'in'],
        [120, 'out'],
        [180, 'in'],
        [240, 'in'],
      ],
      [
        [0, 120, true],
        [180, 240, false],
      ],
    ],
    [
      'continues through hours without a report',
      [
        [0, 'in'],
        [60, 'in'],
        [36_000, 'in'],
        [36_060, 'out'],
        [36_120, 'out'],
      ],
      [[0, 36_060, true]],
    ],
    [
      'ends if the points alternate across the edge',
      [
        [0, 'in'],
        [60, 'in'],
        [80, 'out'],
        [100, 'in'],
        [120, 'out'],
        [140, 'in'],
        [160, 'out'],
        [180, 'in'],
        [200, 'out'],
      ],
      [[0, 160, true]],
    ],
  ] as const)('%s', (_, points, wanted) => {
    expect(spans(streamed(track(points), HERE))).toEqual(wanted);
  });

  it('has the distance from its begin to its end, and the highest speed of its points', () => {
    const points = drive([{ seconds: 600, kmh: 60, accOn: true, every: 60 }]);
    const ground = groundOf([band(1, 0.02, 0.05)]);
    const [visit] = streamed(
      points.map((point) => toReport(point, { speedKmh: 61 })),
      ground,
    );
    // a point a kilometre, 0.009 degrees: the third to the fifth are inside
    expect(visit).toMatchObject({ enterAt: points[3]!.at, leaveAt: points[6]!.at, ended: true, maxKmh: 61, continued: false });
    expect(visit!.distanceKm).toBeCloseTo(3, 6);
  });

  it('over midnight is split into one per day', () => {
    const legs: Leg[] = [{ seconds: 2 * 86_400, kmh: 0, accOn: false, every: 3600 }];
    const points = drive([...legs, { seconds: 1200, kmh: 60, accOn: true, every: 60 }], MORNING);
    const visits = streamed(
      points.map((point) => toReport(point)),
      HERE,
    );
    const [first, second] = [businessDay(MORNING), businessDay(MORNING + DAY_MS)];
    expect(visits.map(({ enterAt, leaveAt, continued, ended }) => [enterAt, leaveAt, continued, ended])).toEqual([
      [MORNING, first.endAt, false, false],
      [first.endAt, second.endAt, true, false],
      [second.endAt, MORNING + 2 * DAY_MS + MINUTE, true, true],
    ]);
  });

  it('of a route includes the route ends that were reached', () => {
    const north = (degrees: number) => [LNG, LAT + degrees] as const;
    const route = area(1, { shape: SHAPE.route, points: [north(0.02), north(0.06)], segments: [{ width: 60 }] });
    const all = drive([{ seconds: 900, kmh: 60, accOn: true, every: 60 }]).map((point) => toReport(point));
    const endsOf = (reports: readonly JudgedLocation[]) => streamed(reports, groundOf([route])).map(({ ends }) => ends);
    expect(endsOf(all)).toEqual([3]);
    const aside = all.map((one, n) => (n < 5 ? { ...one, lng: LNG - 0.02 } : one));
    expect(endsOf(aside)).toEqual([2]);
    expect(endsOf(aside.map((one, n) => (n > 5 && n < 12 ? { ...one, lng: LNG - 0.02 } : one)))).toEqual([0]);
  });

  it('applies only to vehicles of the department of the geofence and to bound vehicles', () => {
    const of = (more: Partial<VisitArea>) =>
      streamed(
        track([
          [0, 'in'],
          [60, 'in'],
        ]),
        groundOf([band(1, -1, 1, more)]),
      ).length;
    expect([of({}), of({ departmentId: 2 }), of({ departmentId: 2, vehicles: new Set([7]) })]).toEqual([1, 0, 1]);
  });

  it('ends when the outline changes, and a new visit begins with the new outline', () => {
    const changeAt = MORNING + 150 * SECOND;
    const ground = groundOf([band(1, -1, 1, { until: changeAt }), band(2, -1, 1, { from: changeAt })]);
    const visits = streamed(
      track([
        [0, 'in'],
        [60, 'in'],
        [120, 'in'],
        [180, 'in'],
        [240, 'in'],
      ]),
      ground,
    );
    expect(visits.map(({ placeId, ended }) => [placeId, ended])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(spans(visits)).toEqual([
      [0, 120, true],
      [180, 240, false],
    ]);
  });
});

it('visits of cities are reported for vehicles that have a home', () => {
  const cityAt = (_: number, lat: number) => (lat > LAT + 0.005 ? 410_200 : 410_100);
  const cities = (home: boolean) => createGeofenceSnapshot([], () => true, { at: cityAt, holds: () => home });
  const reports = track([
    [0, 'in'],
    [60, 'in'],
    [120, 'out'],
    [180, 'out'],
    [190, 'in'],
    [200, 'out'],
  ]);
  const visits = streamed(reports, cities(true));
  expect(visits.map(({ placeId, ended }) => [placeId - FIRST_CITY, ended])).toEqual([
    [410_100, true],
    [410_200, false],
  ]);
  expect(spans(visits)).toEqual([
    [0, 120, true],
    [120, 200, false],
  ]);
  expect(rebuilt(reports.map(stored), cities(true))).toEqual(visits);
  expect(streamed(reports, cities(false))).toEqual([]);
});

const leg: fc.Arbitrary<Leg> = fc
  .record({
    steps: fc.integer({ min: 1, max: 12 }),
    every: fc.constantFrom(1, 8, 15, 30, 120, 310, 7200, 40_000),
    kmh: fc.constantFrom(0, 0, 20, 80, 110),
    accOn: fc.boolean(),
  })
  .map(({ steps, every, kmh, accOn }) => ({ seconds: steps * every, every, kmh: every > 900 ? 0 : kmh, accOn }));
/** Mostly nothing, at times across the edge, far off, or of no use. */
const trouble = fc.oneof(
  { weight: 10, arbitrary: fc.constant<Partial<JudgedLocation>>({}) },
  { weight: 6, arbitrary: fc.constant({ lng: LNG + 0.0003 }) },
  { weight: 1, arbitrary: fc.constant({ lng: 114.1 }) },
  { weight: 1, arbitrary: fc.constant({ statusBits: 1, quality: 128 }) },
);
const histories = fc
  .tuple(fc.array(leg, { minLength: 1, maxLength: 14 }), fc.infiniteStream(trouble))
  .map(([legs, troubles]) =>
    drive(legs, MORNING + 13 * 60 * MINUTE).map((point) => toReport(point, troubles.next().value as Partial<JudgedLocation>)),
  );
const bands = fc
  .array(fc.tuple(fc.double({ min: -0.1, max: 0.6, noNaN: true }), fc.double({ min: 0.001, max: 0.4, noNaN: true })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((list) => groundOf(list.map(([south, height], i) => band(i + 1, south, south + height))));

describe('visits from stored positions', () => {
  it('equal those of the live stream, with or without a restart', () => {
    fc.assert(
      fc.property(histories, bands, fc.nat({ max: 100 }), (reports, ground, cut) => {
        const found = rebuilt(reports.map(stored), ground);
        expect(streamed(reports, ground)).toEqual(found);
        expect(streamed(reports, ground, cut)).toEqual(found);
      }),
      { numRuns: 300 },
    );
  });

  it('are the same with only twelve positions before and after, all and usable ones, as with all positions', () => {
    fc.assert(
      fc.property(histories, bands, (reports, ground) => {
        const all = reports.map(stored);
        const whole = rebuilt(all, ground);
        for (const { startAt, endAt } of daysOf(all)) {
          const [before, behind] = [all.filter(({ at }) => at < startAt), all.filter(({ at }) => at >= endAt)];
          const part = rebuilt(
            [
              ...[...new Set([...before.slice(-12), ...before.filter(usable).slice(-12)])].toSorted((a, b) => a.at - b.at),
              ...all.filter(({ at }) => at >= startAt && at < endAt),
              ...[...new Set([...behind.slice(0, 12), ...behind.filter(usable).slice(0, 12)])].toSorted((a, b) => a.at - b.at),
            ],
            ground,
          );
          const within = (visits: readonly Visit[]) =>
            visits
              .filter(({ enterAt }) => enterAt >= startAt && enterAt < endAt)
              .map((visit) => ({
                ...visit,
                distanceKm: Math.round(visit.distanceKm * 1e6),
                ended: visit.leaveAt < endAt && visit.ended,
              }))
              .toSorted((a, b) => a.enterAt - b.enterAt || a.placeId - b.placeId);
          expect(within(part)).toEqual(within(whole));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('of one place never overlap, and lie within one day', () => {
    fc.assert(
      fc.property(histories, bands, (reports, ground) => {
        for (const [, visits] of Map.groupBy(streamed(reports, ground), ({ placeId }) => placeId))
          for (const [i, { enterAt, leaveAt }] of visits.entries()) {
            expect(enterAt).toBeGreaterThanOrEqual(visits[i - 1]?.leaveAt ?? 0);
            expect(leaveAt).toBeGreaterThan(enterAt);
            expect(leaveAt).toBeLessThanOrEqual(businessDay(enterAt).endAt);
          }
      }),
    );
  });
});

const daysOf = (reports: readonly StoredReport[]) => [
  ...new Map(reports.map(({ at }) => businessDay(at)).map((day) => [day.key, day])).values(),
];
