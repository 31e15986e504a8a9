import { SHAPE } from '@fleetwarden/domain/area-geometry';
import { businessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import type { LocationReported } from '@fleetwarden/domain/location';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/db/test-database.ts';
import { drive, driving, idling, type Leg, parked } from '../../test/support/engine/track.ts';
import { report, settle, startIngest, vehicles } from '../../test/support/ingest/location-reports.ts';
import { late, type Mixture, uploadMixtures } from '../../test/support/ingest/upload-mixtures.ts';
import { checkHistories } from '../../test/support/property-histories.ts';
import { createDayFold } from '../engine/days/track-days.ts';
import { createGeofenceSnapshot, type VisitArea } from '../engine/visits/geofence-snapshot.ts';
import type { Db } from '../platform/db/database.ts';
import { createLog } from '../platform/observe/log.ts';
import { recalculateLateDays } from './backfill-job.ts';
import type { Ingest } from './ingest.ts';
import { rebuildDays } from './rebuild-days.ts';

const [MINUTE, HOUR, DAY] = [60_000, HOUR_MS, DAY_MS];
const ZONE = 'Asia/Shanghai';
const midnight = (daysAgo: number) => businessDay(Date.now() - daysAgo * DAY, ZONE).startAt;
const keyOf = (at: number) => businessDay(at, ZONE).key;
const log = createLog('silent');

/** On the way north from Zhengzhou: the start, a section, and a longer one. */
const band = (id: number, south: number, north: number): VisitArea => ({
  id,
  departmentId: 1,
  vehicles: new Set<number>(),
  from: null,
  until: null,
  geo: { shape: SHAPE.rectangle, west: 113, south, east: 114, north },
});
const ground = createGeofenceSnapshot([band(1, 34.7, 34.76), band(2, 34.9, 35), band(3, 34.95, 35.9)], () => true);
const geofenceSnapshot = () => ground;
const loadGeofenceSnapshot = async () => ground;

let test: TestDatabase;
let db: Db;
let ingest: Ingest;
const start = async () => {
  ({ ingest } = await startIngest(db, undefined, { geofenceSnapshot }));
};
beforeAll(async () => {
  test = await testDatabase();
  ({ db } = test);
  await start();
});
afterAll(() => ingest.stop());

async function restart(): Promise<void> {
  await ingest.stop();
  await start();
}
const newVehicle = async () => (await vehicles(db, 1))[0]!;
const rebuild = () =>
  recalculateLateDays({ db, log, timeZone: ZONE, quietMs: 0, restMs: 0, loadGeofenceSnapshot }, new AbortController().signal);
const reports = (vehicleId: number, legs: readonly Leg[], startAt: number) =>
  drive(legs, startAt).map(({ at, lng, lat, speedKmh, accOn }) =>
    report(vehicleId, at, { lng, lat, speedKmh, statusBits: accOn ? 3 : 2 }),
  );
async function upload(list: readonly LocationReported[], size = 500): Promise<void> {
  for (let at = 0; at < list.length; at += size) expect(await settle(ingest, list.slice(at, at + size))).toBe('stored');
}

const stored = (vehicleId: number) =>
  db.query(
    `select place_id as "placeId", enter_at as "enterAt", leave_at as "leaveAt", distance_km as "distanceKm", max_speed as "maxKmh",
       continued, ended, ends from area_visit where vehicle_id = $1 order by enter_at, place_id`,
    [vehicleId],
  );
/** One run over all that is stored. */
async function truth(vehicleId: number) {
  const rows = await db.query<Parameters<ReturnType<typeof createDayFold>['add']>[0]>(
    `select gnss_at as at, received_at as "receivedAt", lng, lat, speed_kmh as "speedKmh", status_bits as "statusBits",
       alarm_bits as "alarmBits", odometer_km as "odometerKm", quality, backfill from position where vehicle_id = $1 order by gnss_at`,
    [vehicleId],
  );
  const fold = createDayFold(ZONE, { vehicleId, ground });
  for (const row of rows) fold.add(row);
  return fold
    .end()
    .visits.toSorted((a, b) => a.enterAt - b.enterAt || a.placeId - b.placeId)
    .map((visit) => ({ ...visit, distanceKm: expect.closeTo(visit.distanceKm, 4) }));
}
const expectTruth = async (vehicleId: number) => expect(await stored(vehicleId)).toEqual(await truth(vehicleId));

const WORK: readonly Leg[] = [parked(90), driving(12), idling(5), driving(10, 80), parked(60), driving(40, 70), parked(30)];

describe('visits of the live stream', () => {
  it('are written when they end, including current ones, and across midnight', async () => {
    const vehicle = await newVehicle();
    await upload(reports(vehicle, WORK, midnight(2) + 22 * HOUR));
    await restart();
    const found = await stored(vehicle);
    expect(found.map(({ placeId }) => placeId)).toEqual(expect.arrayContaining([1, 2, 3]));
    expect(found.some(({ continued }) => continued)).toBe(true);
    expect(found.at(-1)).toMatchObject({ ended: false });
    await expectTruth(vehicle);
  });

  it('are neither lost nor duplicated by a kill', async () => {
    const vehicle = await newVehicle();
    const all = reports(vehicle, WORK, midnight(3) + 22 * HOUR);
    const half = all.length >> 1;
    await upload(all.slice(0, half));
    await restart();
    const saved = await db.first<{ engine: unknown }>('select engine from vehicle_latest where vehicle_id = $1', [vehicle]);
    await upload(all.slice(half, half + 200));
    await ingest.stop();
    // visits were written, the state was not
    await db.run('update vehicle_latest set engine = $2, gnss_at = $3 where vehicle_id = $1', [
      vehicle,
      JSON.stringify(saved!.engine),
      new Date(all[half - 1]!.deviceAt!),
    ]);
    await start();
    await upload(all.slice(half + 200));
    await restart();
    await expectTruth(vehicle);
  });
});

describe('late positions', () => {
  it('give the same visits as positions received in time', async () => {
    const vehicle = await newVehicle();
    await upload(late(reports(vehicle, WORK, midnight(4) + 22 * HOUR)));
    expect(await stored(vehicle)).toEqual([]);
    await rebuild();
    expect(await stored(vehicle)).not.toEqual([]);
    await expectTruth(vehicle);
  });

  it('in any mixture with live ones, restarts and rebuilds give the same visits as positions in time', async () => {
    const leg = fc.constantFrom(
      ...[driving(12, 60, 30), parked(50, 120), idling(6, 20), driving(20, 90, 60), parked(400, 1200)],
      { seconds: 900, kmh: 40, accOn: true, every: 900 },
    );
    const history = fc.record({
      legs: fc.array(leg, { minLength: 4, maxLength: 12 }),
      held: fc.array(fc.nat({ max: 30 }), { maxLength: 8 }),
      astray: fc.array(fc.nat({ max: 300 }), { maxLength: 6 }),
      between: fc.nat({ max: 3 }),
    });
    await checkHistories({
      runs: 20,
      history,
      play: async (histories) => {
        const ids = await vehicles(db, histories.length);
        const mixtures = histories.map(({ legs, held, astray, between }, index): Mixture => {
          const vehicle = ids[index]!;
          const plain = reports(vehicle, legs, midnight(6) + 19 * HOUR);
          return {
            // a little outside of all of them, for a point
            all: plain.map((one, n) => (astray.includes(n) ? { ...one, lng: 112.9999 } : one)),
            isHeld: (n) => held.includes(Math.floor(n / 7)) && n < plain.length - 3,
            between,
            // elsewhere the next day: nothing is under way any more
            last: [0, 1, 2].map((n) => report(vehicle, midnight(0) + n * MINUTE, { lng: 116, lat: 34.7, speedKmh: 0 })),
          };
        });
        await uploadMixtures(mixtures, { upload, restart, rebuild });
        await rebuild();
        return ids.map((vehicle) => () => expectTruth(vehicle));
      },
    });
  });
});

describe('a rebuild on demand', () => {
  it('recalculates lost visits, and changes nothing else', async () => {
    const vehicle = await newVehicle();
    await upload(reports(vehicle, WORK, midnight(4) + 22 * HOUR));
    await restart();
    const before = await stored(vehicle);
    const range = { vehicleIds: [vehicle], from: keyOf(midnight(4)), to: keyOf(midnight(1)), timeZone: ZONE };
    await rebuildDays(db, range);
    expect(await stored(vehicle)).toEqual(before);
    await db.run('delete from area_visit where vehicle_id = $1 and ended', [vehicle]);
    await rebuildDays(db, { ...range, loadGeofenceSnapshot });
    await expectTruth(vehicle);
  });
});
