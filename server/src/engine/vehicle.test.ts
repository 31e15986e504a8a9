import { DAY_MS } from '@fleetwarden/domain/durations';
import { judge, QUALITY } from '@fleetwarden/domain/quality';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  drive,
  driving,
  idling,
  type Leg,
  MINUTE,
  MORNING,
  parked,
  report,
  SECOND,
  SHANGHAI,
  toReport,
} from '../../test/support/engine/track.ts';
import type { JudgedLocation } from './judged-location.ts';
import { segment } from './rebuild.ts';
import type { SegmentEvent } from './segments.ts';
import { type EngineEvent, type EngineOptions, latestOf, onConnection, onLocation, openSegmentsOf } from './vehicle.ts';
import { type EngineState, emptyState, restoreState } from './vehicle-state.ts';

function run(reports: readonly JudgedLocation[], state = emptyState(), options: EngineOptions = SHANGHAI) {
  const events: EngineEvent[] = [];
  for (const one of reports) events.push(...onLocation(state, one, options).events);
  return { state, events, latest: latestOf(state) };
}

const segmentsOf = (events: readonly EngineEvent[]) =>
  events.filter((event): event is SegmentEvent => event.type === 'trip.ended' || event.type === 'stop.ended');

/** A report judged as ingest would. */
function judged(change: Partial<JudgedLocation>): JudgedLocation {
  const one = report(change);
  return { ...one, quality: judge(one, one.receivedAt) };
}

describe('live state', () => {
  it('is empty for a vehicle without any reports', () => {
    expect(latestOf(emptyState())).toBeNull();
    expect(onConnection(emptyState(), { online: false, at: MORNING }).events).toEqual([]);
  });

  it('shows the newest report', () => {
    const { latest, events } = run([judged({}), judged({ deviceAt: MORNING + 10 * SECOND, lat: 34.7594, alarmBits: 2 })]);
    expect(latest).toMatchObject({
      deviceAt: MORNING + 10 * SECOND,
      lat: 34.7594,
      stale: false,
      status: 4,
      online: true,
      positioned: true,
    });
    expect(events).toEqual([
      { type: 'status.changed', from: 0, to: 2, at: MORNING + 2 * SECOND },
      { type: 'status.changed', from: 2, to: 4, at: MORNING + 12 * SECOND },
    ]);
  });

  it('ignores backfill, older reports and duplicates', () => {
    const state = emptyState();
    expect(onLocation(state, judged({}), SHANGHAI).live).toBe(true);
    const before = latestOf(state);
    const elsewhere = { lng: 114, alarmBits: 1, speedKmh: 0 };
    expect(onLocation(state, judged({ ...elsewhere, deviceAt: MORNING + MINUTE, backfill: true }), SHANGHAI).live).toBe(false);
    expect(onLocation(state, judged({ ...elsewhere, deviceAt: MORNING - SECOND }), SHANGHAI).live).toBe(false);
    expect(onLocation(state, judged(elsewhere), SHANGHAI).live).toBe(false);
    expect(latestOf(state)).toEqual(before);
  });

  it('keeps the last fix in a tunnel, and updates everything else', () => {
    const { latest } = run([
      judged({}),
      judged({ deviceAt: MORNING + 10 * SECOND, lng: 0, lat: 0, statusBits: 1, speedKmh: 0, alarmBits: 1 << 5 }),
    ]);
    expect(latest).toMatchObject({ lng: 113.6654, lat: 34.7579, status: 6, alarmBits: 32, deviceAt: MORNING + 10 * SECOND });
  });

  it('shows a vehicle abroad at its position, although the position is not qualified', () => {
    const madrid = judged({ lng: -3.7038, lat: 40.4168 });
    expect(madrid.quality).toBe(QUALITY.coordinates);
    expect(run([judged({ deviceAt: MORNING - MINUTE }), madrid]).latest).toMatchObject({ lng: -3.7038, lat: 40.4168, dayKm: 0 });
  });

  it('retains the last valid position if a fix has impossible coordinates', () => {
    const wild = judged({ deviceAt: MORNING + 10 * SECOND, lat: 116.3 });
    expect(run([judged({}), wild]).latest).toMatchObject({ lat: 34.7579, deviceAt: MORNING + 10 * SECOND });
    expect(run([wild]).latest).toMatchObject({ lng: 0, lat: 0, positioned: false });
  });

  it('does not wait for the drift filter', () => {
    const thrown = judged({ deviceAt: MORNING + 10 * SECOND, lng: 114.2 });
    expect(run([judged({}), thrown]).latest).toMatchObject({ lng: 114.2, dayKm: 0 });
  });
});

describe('device clocks', () => {
  const arrival = { receivedAt: MORNING + MINUTE };

  it.each([
    ['from a failed clock that counts from 2000', Date.UTC(2000, 0, 1, 0, 3)],
    ['years old', Date.UTC(2018, 6, 15)],
    ['one day ahead', MORNING + DAY_MS],
    ['missing', null],
  ])('a time that is %s is shown by arrival, as stale, until a valid one arrives', (_, deviceAt) => {
    const { state, latest } = run([judged({}), judged({ ...arrival, deviceAt, lng: 113.7 })]);
    expect(latest).toMatchObject({ deviceAt, lng: 113.7, stale: true, status: 2 });
    const next = run([judged({ deviceAt: MORNING + 2 * MINUTE })], state).latest;
    expect(next).toMatchObject({ lng: 113.6654, stale: false, deviceAt: MORNING + 2 * MINUTE });
  });

  it('a vehicle that sends only old frames is shown by arrival', () => {
    const old = [0, 1, 2].map((n) =>
      judged({ deviceAt: Date.UTC(2018, 6, 15, 0, 0, 5 - n), receivedAt: MORNING + n * SECOND, lng: 113 + n }),
    );
    expect(run(old).latest).toMatchObject({ lng: 115, stale: true, dayKm: 0 });
  });

  it('a valid report replaces a stale one although it arrived with a longer delay', () => {
    const dead = judged({ deviceAt: null, receivedAt: MORNING + MINUTE });
    const good = judged({ deviceAt: MORNING - 30 * MINUTE, receivedAt: MORNING + 2 * MINUTE, lng: 113.5 });
    expect(run([dead, good]).latest).toMatchObject({ lng: 113.5, stale: false });
  });

  it('a clock set back an hour freezes the map for only five minutes, and creates no second trip', () => {
    const first = drive([driving(20)]).map((point) => toReport(point));
    const back = drive([driving(20)], MORNING + 20 * MINUTE).map((point) =>
      toReport(point, { deviceAt: point.at - 60 * MINUTE, receivedAt: point.at + 2 * SECOND, lng: 113.8 }),
    );
    const { state } = run(first);
    const lives = back.map((one) => onLocation(state, one, SHANGHAI).live);
    expect(lives.indexOf(true)).toBe(30);
    expect(lives.lastIndexOf(false)).toBe(29);
    expect(latestOf(state)).toMatchObject({ stale: true, lng: 113.8 });
    expect(openSegmentsOf(state).trips).toHaveLength(1);
  });

  it('an hour of reports resent from memory within a minute is not treated as a clock set back', () => {
    const { state } = run(drive([driving(60)]).map((point) => toReport(point)));
    const before = latestOf(state);
    const arrivedAt = MORNING + 61 * MINUTE;
    const again = drive([driving(60)]).map((point, n) => toReport(point, { receivedAt: arrivedAt + n * 1500, lng: 113.8 }));
    expect(again.some((one) => onLocation(state, one, SHANGHAI).live)).toBe(false);
    expect(latestOf(state)).toEqual(before);
  });
});

describe('connection', () => {
  it('changes the vehicle status to offline and back', () => {
    const { state } = run([judged({})]);
    expect(onConnection(state, { online: false, at: MORNING + MINUTE }).events).toEqual([
      { type: 'status.changed', from: 2, to: 0, at: MORNING + MINUTE },
    ]);
    expect(latestOf(state)).toMatchObject({ online: false, status: 0, statusSince: MORNING + MINUTE });
    expect(onConnection(state, { online: true, at: MORNING + 2 * MINUTE }).events).toMatchObject([{ from: 0, to: 2 }]);
  });

  it('before the first report shows the vehicle online without a fix', () => {
    expect(onConnection(emptyState(), { online: true, at: MORNING }).events).toMatchObject([{ from: 0, to: 6 }]);
  });

  it('is not restored by a report received before it ended, but by a later one', () => {
    const state = emptyState();
    onConnection(state, { online: true, at: MORNING - MINUTE });
    onConnection(state, { online: false, at: MORNING + 5 * SECOND });
    expect(onLocation(state, judged({}), SHANGHAI)).toMatchObject({ live: true, events: [] });
    expect(latestOf(state)?.status).toBe(0);
    onLocation(state, judged({ deviceAt: MORNING + 10 * SECOND }), SHANGHAI);
    expect(latestOf(state)?.status).toBe(2);
  });

  it('changes nothing if it is reported late', () => {
    const { state } = run([judged({})]);
    expect(onConnection(state, { online: false, at: MORNING - MINUTE }).events).toEqual([]);
    expect(latestOf(state)?.online).toBe(true);
  });
});

describe('day mileage', () => {
  /** 23:50 in Shanghai: a lorry that drives 20 minutes at 60 km/h, ten of them tomorrow. */
  const NIGHT = MORNING + (15 * 60 + 50) * MINUTE;

  it('restarts at midnight of the business time zone', () => {
    const reports = drive([driving(20)], NIGHT).map((point) => toReport(point));
    expect(run(reports.slice(0, 60)).latest?.dayKm).toBeCloseTo(59 / 6, 3);
    expect(run(reports).latest?.dayKm).toBeCloseTo(10, 3);
  });

  it('divides a step over midnight by time', () => {
    // One report at 23:58, one at 00:06: three quarters of the way were driven today
    const reports = drive([{ seconds: 480, kmh: 60, accOn: true, every: 480 }], NIGHT + 8 * MINUTE).map((point, n) =>
      toReport(point, { odometerKm: 500 + 8 * n }),
    );
    const { state, latest } = run(reports);
    expect(latest?.dayKm).toBeCloseTo(6, 3);
    expect(latestOf(run(reports, emptyState(), { ...SHANGHAI, mileageSource: 2 }).state)?.dayKm).toBeCloseTo(6, 3);
    expect(state.day.odometerKm).toBeCloseTo(6, 9);
  });

  it('is zero on the day after the last report', () => {
    const { state, latest } = run(drive([driving(10)]).map((point) => toReport(point)));
    expect(latest?.dayKm).toBeCloseTo(10, 3);
    expect(latestOf(state, MORNING + 16 * 60 * MINUTE)?.dayKm).toBe(0);
  });

  it('follows the odometer through a tunnel, and restarts if the terminal was replaced', () => {
    const at = (minute: number, km: number, change: Partial<JudgedLocation> = {}) =>
      judged({ deviceAt: MORNING + minute * MINUTE, odometerKm: km, ...change });
    const noFix = { statusBits: 1, lng: 0, lat: 0 };
    const reports = [at(0, 1000), at(1, 1001, noFix), at(2, 1002, noFix), at(3, 12.5), at(4, 13.5)];
    const { state } = run(reports, emptyState(), { ...SHANGHAI, mileageSource: 1 });
    expect(latestOf(state)?.dayKm).toBeCloseTo(3, 9);
  });
});

const leg: fc.Arbitrary<Leg> = fc
  .record({
    steps: fc.integer({ min: 1, max: 10 }),
    every: fc.constantFrom(1, 10, 30, 120, 310, 900),
    kmh: fc.constantFrom(0, 0, 3, 20, 80, 110),
    accOn: fc.boolean(),
  })
  .map(({ steps, every, kmh, accOn }) => ({ seconds: steps * every, every, kmh, accOn }));

/** Faults of a report, mostly none. */
const trouble = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Partial<JudgedLocation>>({}) },
  { weight: 2, arbitrary: fc.constant({ lng: 114.1 }) },
  { weight: 1, arbitrary: fc.constant({ quality: QUALITY.noFix, statusBits: 1, lng: 0, lat: 0 }) },
  { weight: 1, arbitrary: fc.constant({ quality: QUALITY.speed, speedKmh: 400 }) },
  { weight: 1, arbitrary: fc.record({ odometerKm: fc.double({ min: 0, max: 1e6, noNaN: true }) }) },
  { weight: 1, arbitrary: fc.record({ alarmBits: fc.integer({ min: 0, max: 0xffff_ffff }) }) },
);

/** Some hours of a vehicle's reports in order of time, from late evening into the next day, with drift, tunnels and odometer faults. */
const reports = fc
  .tuple(fc.array(leg, { minLength: 1, maxLength: 10 }), fc.infiniteStream(trouble))
  .map(([legs, troubles]) =>
    drive(legs, MORNING + 15 * 60 * MINUTE).map((point, n) =>
      toReport(point, { odometerKm: 1000 + n * 0.1, ...(troubles.next().value as Partial<JudgedLocation>) }),
    ),
  );

describe('faults that do not break the track', () => {
  it.each([
    ['170 km/h', 170, {}],
    ['a heading of 360', 60, { heading: 360 }],
    ['a stuck altitude', 60, { altitudeM: 9999 }],
  ])('%s', (_, kmh, change) => {
    const reports = drive([driving(6, kmh), parked(10)]).map((point) => judged(toReport(point, change)));
    expect(reports.every(({ quality }) => quality !== 0)).toBe(kmh === 60);
    const trips = segmentsOf(run(reports).events).flatMap((event) => (event.type === 'trip.ended' ? [event.trip] : []));
    expect(trips).toMatchObject([{ maxSpeedKmh: kmh, startAt: MORNING, endAt: MORNING + 6 * MINUTE }]);
    expect(trips[0]!.distanceKm).toBeCloseTo(kmh / 10, 1);
  });

  it('other points of the same second neither move nor stop the vehicle', () => {
    const track = drive([driving(6), parked(10)]).map((point) => toReport(point));
    const doubled = track.flatMap((one) => [one, { ...one, deviceAt: one.deviceAt! + 1, lng: one.lng + 0.002, speedKmh: 3 }]);
    expect(segmentsOf(run(doubled).events)).toEqual(segmentsOf(run(track).events));
    expect(run(doubled).latest?.dayKm).toBe(run(track).latest?.dayKm);
  });
});

describe('any stream', () => {
  it('reports the same segments as a rebuild from the same points', () => {
    fc.assert(
      fc.property(reports, (list) => {
        const { state, events } = run(list);
        const batch = segment(list.map((one) => ({ ...one, deviceAt: one.deviceAt! })));
        const live = segmentsOf(events);
        expect(live.flatMap((event) => (event.type === 'trip.ended' ? [event.trip] : []))).toEqual(batch.trips);
        expect(live.flatMap((event) => (event.type === 'stop.ended' ? [event.stop] : []))).toEqual(batch.stops);
        expect(openSegmentsOf(state)).toEqual(batch.open);
      }),
      { numRuns: 300 },
    );
  });

  it('reports segments in order and without overlaps, despite late or repeated reports', () => {
    fc.assert(
      fc.property(reports, fc.infiniteStream(fc.nat({ max: 20 })), (list, back) => {
        const disturbed = list.flatMap((one, n) => [one, list[Math.max(0, n - (back.next().value as number))]!]);
        const { state, events } = run(disturbed);
        const open = openSegmentsOf(state);
        const told = [
          ...segmentsOf(events).map((event) => (event.type === 'trip.ended' ? event.trip : event.stop)),
          ...[...open.trips, ...open.stops].toSorted((a, b) => a.startAt - b.startAt),
        ];
        for (const [n, one] of told.entries()) {
          if (n > 0) expect(one.startAt).toBeGreaterThanOrEqual(told[n - 1]!.endAt);
        }
        expect(segmentsOf(events)).toEqual(segmentsOf(run(list).events));
      }),
    );
  });

  it('is not changed by late reports in any order and number', () => {
    fc.assert(
      fc.property(
        reports.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list]))),
        fc.boolean(),
        ([list, late], backfill) => {
          const { state, latest } = run(list);
          const receivedAt = list.at(-1)!.receivedAt;
          for (const one of late) {
            const result = onLocation(state, { ...one, receivedAt: receivedAt + SECOND, backfill }, SHANGHAI);
            expect(result).toMatchObject({ live: false, events: [] });
          }
          expect(latestOf(state)).toEqual(latest);
        },
      ),
    );
  });

  it('continues identically after its state is restored from JSON', () => {
    fc.assert(
      fc.property(reports, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const cut = Math.floor(list.length * share);
        const whole = run(list);
        const first = run(list.slice(0, cut));
        const second = run(list.slice(cut), restoreState(JSON.parse(JSON.stringify(first.state))));
        expect([...first.events, ...second.events]).toEqual(whole.events);
        expect(second.state).toEqual(whole.state);
      }),
    );
  });

  it('never reduces the kilometres of the day except at midnight', () => {
    fc.assert(
      fc.property(reports, (list) => {
        const state: EngineState = emptyState();
        let last = { gnssKm: 0, odometerKm: 0, startAt: 0 };
        for (const one of list) {
          onLocation(state, one, SHANGHAI);
          const { gnssKm, odometerKm, startAt } = state.day;
          expect(Math.min(gnssKm, odometerKm)).toBeGreaterThanOrEqual(0);
          if (startAt === last.startAt) {
            expect(gnssKm).toBeGreaterThanOrEqual(last.gnssKm);
            expect(odometerKm).toBeGreaterThanOrEqual(last.odometerKm);
          }
          last = { gnssKm, odometerKm, startAt };
        }
      }),
    );
  });

  it('gives day kilometres that equal the sum of its parts', () => {
    const day = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(day, fc.double({ min: 0, max: 1, noNaN: true }), (legs, share) => {
        const list = drive(legs.map((minutes, n) => (n % 2 === 0 ? driving(minutes) : idling(minutes)))).map((p) => toReport(p));
        const cut = Math.floor((list.length - 1) * share);
        // Both parts hold the report they meet at
        const parts = [list.slice(0, cut + 1), list.slice(cut)].map((part) => run(part).latest?.dayKm ?? 0);
        expect(parts[0]! + parts[1]!).toBeCloseTo(run(list).latest?.dayKm ?? 0, 6);
      }),
    );
  });
});

describe('state', () => {
  it('starts empty if the stored one is missing or of another version', () => {
    for (const stored of [null, undefined, 7, 'x', {}, { v: 2 }]) expect(restoreState(stored)).toEqual(emptyState());
  });

  it('stays small after weeks', () => {
    const weeks = Array.from({ length: 60 }, () => [driving(40), idling(2), parked(400), driving(30, 80), parked(60)]).flat();
    const { state } = run(drive(weeks).map((point) => toReport(point)));
    expect(JSON.stringify(state).length).toBeLessThan(4096);
  });
});
