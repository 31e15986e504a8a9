import { businessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import type { LocationReported } from '@fleetwarden/domain/location';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PrivateTestDatabase, privateTestDatabase } from '../../test/support/db/test-database.ts';
import { drive, driving, idling, type Leg, parked } from '../../test/support/engine/track.ts';
import { report, settle, startIngest, vehicles } from '../../test/support/ingest/location-reports.ts';
import { late, type Mixture, uploadMixtures } from '../../test/support/ingest/upload-mixtures.ts';
import { checkHistories, playRounds } from '../../test/support/property-histories.ts';
import { segment } from '../engine/rebuild.ts';
import { openSegmentsOf } from '../engine/vehicle.ts';
import { restoreState } from '../engine/vehicle-state.ts';
import type { Db } from '../platform/db/database.ts';
import { createJobs } from '../platform/jobs/runner.ts';
import { createLog } from '../platform/observe/log.ts';
import { recalculateLateDays, registerBackfillJob } from './backfill-job.ts';
import type { Ingest } from './ingest.ts';

const ZONE = 'Asia/Shanghai';
/** The first instant of a day some days back. */
const midnight = (daysAgo: number) => businessDay(Date.now() - daysAgo * DAY_MS, ZONE).startAt;
const log = createLog('silent');

let test: PrivateTestDatabase;
let db: Db;
let ingest: Ingest;

beforeAll(async () => {
  test = await privateTestDatabase();
  ({ db } = test);
  ({ ingest } = await startIngest(db));
});
afterAll(() => ingest.stop());

/** Saves what the live stream knows. */
async function restart(): Promise<void> {
  await ingest.stop();
  ({ ingest } = await startIngest(db));
}
const newVehicle = async () => (await vehicles(db, 1))[0]!;
/** As if every run came after the quiet period. */
const rebuild = () => recalculateLateDays({ db, log, timeZone: ZONE, quietMs: 0, restMs: 0 }, new AbortController().signal);
const reports = (vehicleId: number, legs: readonly Leg[], startAt: number, more: Partial<LocationReported> = {}) =>
  drive(legs, startAt).map(({ at, lng, lat, speedKmh, accOn }) =>
    report(vehicleId, at, { lng, lat, speedKmh, statusBits: accOn ? 3 : 2, ...more }),
  );
async function upload(list: readonly LocationReported[], size = 500): Promise<void> {
  for (let at = 0; at < list.length; at += size) expect(await settle(ingest, list.slice(at, at + size))).toBe('stored');
}

const TRIP = `start_at as "startAt", end_at as "endAt", start_lng as "startLng", start_lat as "startLat", end_lng as "endLng",
  end_lat as "endLat", distance_km as "distanceKm", max_speed_kmh as "maxSpeedKmh", points`;
const STOP = 'start_at as "startAt", end_at as "endAt", lng, lat, acc_on_s as "accOnS"';
async function stored(vehicleId: number) {
  const trips = await db.query(`select ${TRIP} from trip where vehicle_id = $1 order by 1`, [vehicleId]);
  const stops = await db.query(`select ${STOP} from stop where vehicle_id = $1 order by 1`, [vehicleId]);
  return { trips, stops };
}
/** The result of one run over all stored positions, up to the live stream's open state. */
async function truth(vehicleId: number) {
  const points = await db.query<{
    deviceAt: number;
    lng: number;
    lat: number;
    speedKmh: number;
    statusBits: number;
    quality: number;
  }>(
    `select gnss_at as "deviceAt", lng, lat, speed_kmh as "speedKmh", status_bits as "statusBits", quality from position
     where vehicle_id = $1 order by 1`,
    [vehicleId],
  );
  const { trips, stops, open } = segment(points);
  return { told: { trips, stops }, all: { trips: [...trips, ...open.trips], stops: [...stops, ...open.stops] } };
}
const days = (vehicleId: number) =>
  db.query<{ day: string; waiting: boolean }>(
    'select day, waits_at is not null as waiting from late_day where vehicle_id = $1 order by 1',
    [vehicleId],
  );

const WORK: readonly Leg[] = [
  driving(40),
  idling(2),
  driving(20, 80),
  parked(90),
  driving(30),
  idling(6),
  driving(12),
  parked(300),
];
const WEEK = [0, 1, 2].flatMap(() => [...WORK, ...WORK, parked(30), driving(25)]);

describe('history uploaded late', () => {
  it('gives the same trips and stops as a live upload', async () => {
    const [live, after] = (await vehicles(db, 2)) as [number, number];
    await upload(reports(live, WEEK, midnight(6) + 7 * HOUR_MS));
    await restart();
    await upload(late(reports(after, WEEK, midnight(6) + 7 * HOUR_MS)));
    expect((await days(after)).length).toBeGreaterThan(2);
    expect(await days(live)).toEqual([]);
    await rebuild();
    const { engine } = (await db.first<{ engine: unknown }>('select engine from vehicle_latest where vehicle_id = $1', [live]))!;
    const open = openSegmentsOf(restoreState(engine));
    const { trips, stops } = await stored(live);
    expect(trips.length).toBeGreaterThan(10);
    expect(await stored(after)).toEqual({ trips: [...trips, ...open.trips], stops: [...stops, ...open.stops] });
    expect(await days(after)).toEqual([]);
  });

  it('gives the same result in any order and with any runs in between', async () => {
    const base = [
      driving(15, 60, 30),
      parked(200, 60),
      driving(10, 60, 30),
      idling(5, 30),
      driving(10, 60, 30),
      parked(700, 300),
    ];
    const history = fc.record({
      cuts: fc.array(fc.nat({ max: 400 }), { maxLength: 5 }),
      seed: fc.nat(),
      pause: fc.boolean(),
    });
    await checkHistories({
      runs: 25,
      history,
      play: async (histories) => {
        const ids = await vehicles(db, histories.length);
        const rounds = histories.map(({ cuts, seed, pause }, index) => {
          const list = late(reports(ids[index]!, [...base, ...base], midnight(9) + 20 * HOUR_MS));
          const edges = [0, ...cuts.toSorted((a, b) => a - b), list.length];
          const pieces = edges
            .slice(1)
            .map((end, n) => list.slice(edges[n], end))
            .toSorted((a, b) => ((a.length * 31 + seed) % 7) - ((b.length * 31 + seed) % 7));
          const steps = pieces.map((piece) => () => upload(piece));
          return pause ? steps.map((step) => [step]) : [steps];
        });
        await playRounds(rounds, rebuild);
        await rebuild();
        return ids.map((vehicle) => async () => expect(await stored(vehicle)).toEqual((await truth(vehicle)).all));
      },
    });
  });

  it('extends the trip of the previous day if it ends with the first position of a day', async () => {
    const vehicle = await newVehicle();
    const night = midnight(3);
    const list = late(reports(vehicle, [parked(60), driving(30), parked(60)], night - 90 * MINUTE_MS));
    await upload(list.filter(({ deviceAt }) => deviceAt! < night));
    await rebuild();
    await upload(list.filter(({ deviceAt }) => deviceAt! >= night));
    await rebuild();
    expect((await stored(vehicle)).trips).toMatchObject([{ startAt: night - 30 * MINUTE_MS, endAt: night }]);
    expect(await stored(vehicle)).toEqual((await truth(vehicle)).all);
  });

  it('does not change when it is rebuilt again', async () => {
    const vehicle = await newVehicle();
    const list = late(reports(vehicle, WORK, midnight(4) + 8 * HOUR_MS));
    await upload(list);
    await rebuild();
    const before = await stored(vehicle);
    expect(before.trips).toHaveLength(3);
    await upload(list);
    expect(await days(vehicle)).toHaveLength(1);
    await rebuild();
    expect(await stored(vehicle)).toEqual(before);
  });

  it('has a trip across midnight once, on its start day', async () => {
    const vehicle = await newVehicle();
    const night = midnight(3);
    const list = late(reports(vehicle, [parked(60), driving(60), parked(60)], night - 90 * MINUTE_MS));
    // the following day arrives first, and is rebuilt alone
    await upload(list.filter(({ deviceAt }) => deviceAt! >= night));
    await rebuild();
    expect((await stored(vehicle)).trips).toMatchObject([{ startAt: night }]);
    await upload(list.filter(({ deviceAt }) => deviceAt! < night));
    await rebuild();
    expect((await stored(vehicle)).trips).toMatchObject([{ startAt: night - 30 * MINUTE_MS, endAt: night + 30 * MINUTE_MS }]);
    expect(await stored(vehicle)).toEqual((await truth(vehicle)).all);
  });

  it('is rebuilt back to the start of the stop that it ends', async () => {
    const vehicle = await newVehicle();
    const list = late(
      reports(vehicle, [driving(30), parked(5 * 24 * 60, 300), driving(30), parked(60)], midnight(12) + 9 * HOUR_MS),
    );
    const arrival = list.findIndex(({ deviceAt }) => deviceAt! >= midnight(12) + 9 * HOUR_MS + 5 * DAY_MS);
    await upload(list.slice(0, arrival));
    await rebuild();
    await upload(list.slice(arrival));
    await rebuild();
    expect(await stored(vehicle)).toEqual((await truth(vehicle)).all);
    expect((await stored(vehicle)).stops).toHaveLength(2);
  });
});

describe('in parallel with the live stream', () => {
  /** A drive with the part from `from` to before `to` minutes held back. */
  const holed = (vehicleId: number, legs: readonly Leg[], startAt: number, from: number, to: number) => {
    const all = reports(vehicleId, legs, startAt);
    const held = ({ deviceAt }: LocationReported) =>
      deviceAt! >= startAt + from * MINUTE_MS && deviceAt! < startAt + to * MINUTE_MS;
    return { live: all.filter((one) => !held(one)), held: late(all.filter(held)) };
  };

  it('a late fragment joins the trips before and after it', async () => {
    const vehicle = await newVehicle();
    const { live, held } = holed(vehicle, [driving(90), parked(30), driving(5)], midnight(2) + 10 * HOUR_MS, 30, 50);
    await upload(live);
    await restart();
    expect((await stored(vehicle)).trips).toHaveLength(2);
    await upload(held);
    await rebuild();
    expect((await stored(vehicle)).trips).toHaveLength(1);
    expect(await stored(vehicle)).toEqual((await truth(vehicle)).told);
    expect(await days(vehicle)).toEqual([]);
  });

  it('the current trip is neither duplicated nor cut off, and is joined after its end', async () => {
    const vehicle = await newVehicle();
    const startAt = midnight(1) + 10 * HOUR_MS;
    const { live, held } = holed(vehicle, [driving(90), parked(30), driving(10), parked(10)], startAt, 30, 50);
    const ongoing = live.filter(({ deviceAt }) => deviceAt! < startAt + 70 * MINUTE_MS);
    await upload(ongoing);
    await restart();
    await upload(held);
    await rebuild();
    // up to where the live trip began, no further
    expect((await stored(vehicle)).trips).toMatchObject([{ startAt, endAt: startAt + 50 * MINUTE_MS }]);
    expect(await days(vehicle)).toMatchObject([{ waiting: true }]);
    expect(await rebuild()).toEqual({ days: 0, failed: 0 });
    await upload(live.slice(ongoing.length));
    await restart();
    expect((await stored(vehicle)).trips).toMatchObject([{}, { startAt: startAt + 50 * MINUTE_MS }, {}]);
    await rebuild();
    expect((await stored(vehicle)).trips).toHaveLength(2);
    expect(await stored(vehicle)).toEqual((await truth(vehicle)).told);
    expect(await days(vehicle)).toEqual([]);
  });

  it('a late point within the current trip waits for the trip end', async () => {
    const vehicle = await newVehicle();
    const all = reports(vehicle, [driving(60), parked(30), driving(5)], midnight(1) + 4 * HOUR_MS);
    const [first, second, third, ...rest] = all as [LocationReported, LocationReported, LocationReported, ...LocationReported[]];
    await upload([first, third, second, ...rest.slice(0, 100)]);
    await restart();
    await rebuild();
    expect(await stored(vehicle)).toEqual({ trips: [], stops: [] });
    await upload(rest.slice(100));
    await restart();
    await rebuild();
    expect(await stored(vehicle)).toEqual((await truth(vehicle)).told);
    expect((await stored(vehicle)).trips).toMatchObject([{ points: 361 }]);
    expect(await days(vehicle)).toEqual([]);
  });

  it('any mixture gives the same result as reports in time', async () => {
    const legs = [driving(20, 60, 30), parked(40, 60), driving(20, 60, 30), parked(40, 60), driving(20, 60, 30), parked(5, 60)];
    const history = fc.record({
      held: fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 6 }),
      between: fc.nat({ max: 3 }),
    });
    await checkHistories({
      runs: 20,
      history,
      play: async (histories) => {
        const ids = await vehicles(db, histories.length);
        const mixtures = histories.map(({ held, between }, index): Mixture => {
          const all = reports(ids[index]!, legs, midnight(5) + 22 * HOUR_MS);
          return { all, between, isHeld: (n) => held.includes(Math.floor(n / 14)) && n < all.length - 20 };
        });
        await uploadMixtures(mixtures, { upload, restart, rebuild });
        return ids.map((vehicle) => async () => {
          expect(await stored(vehicle)).toEqual((await truth(vehicle)).told);
          expect(await days(vehicle)).toEqual([]);
        });
      },
    });
  });

  it('a vehicle known only from backfill continues from its first live report', async () => {
    const vehicle = await newVehicle();
    const startAt = Date.now() - 5 * HOUR_MS;
    const all = reports(vehicle, [driving(60), parked(60), driving(10)], startAt);
    await upload(late(all.slice(0, 180)));
    await rebuild();
    expect((await stored(vehicle)).trips).toMatchObject([{ startAt, endAt: all[179]!.deviceAt }]);
    expect(await rebuild()).toEqual({ days: 0, failed: 0 });
    await upload(all.slice(180));
    await restart();
    await rebuild();
    expect(await stored(vehicle)).toEqual((await truth(vehicle)).told);
    expect(await days(vehicle)).toEqual([]);
  });
});

describe('marks of late days', () => {
  it('are stored with the positions, and survive a kill', async () => {
    const vehicle = await newVehicle();
    await upload(late(reports(vehicle, WORK, midnight(8) + 6 * HOUR_MS)));
    test.killDatabase();
    await expect.poll(() => db.ready(), { timeout: 20_000 }).toBe(true);
    await expect.poll(() => rebuild().catch(() => undefined), { timeout: 20_000 }).toMatchObject({ failed: 0 });
    expect(await stored(vehicle)).toEqual((await truth(vehicle)).all);
  });

  it('wait for a quiet period, but not forever; an unfinished run is repeated', async () => {
    const vehicle = await newVehicle();
    await upload(late(reports(vehicle, WORK, midnight(8) + 6 * HOUR_MS)));
    const run = () => recalculateLateDays({ db, log, timeZone: ZONE }, new AbortController().signal);
    expect(await run()).toEqual({ days: 0, failed: 0 });
    await db.run(`update late_day set since = now() - interval '6 minutes', rest_until = now() + interval '1 minute'`);
    expect(await run()).toEqual({ days: 0, failed: 0 });
    await db.run(`update late_day set rest_until = now() - interval '1 second'`);
    expect(await run()).toEqual({ days: 1, failed: 0 });
  });

  it('are retained if they are set during a rebuild', async () => {
    const vehicle = await newVehicle();
    const list = late(reports(vehicle, WORK, midnight(8) + 6 * HOUR_MS));
    await upload(list.slice(0, 500));
    const { promise: marked, resolve } = Promise.withResolvers<void>();
    const slow: Db = {
      ...db,
      transaction: (work) =>
        db.transaction(async (tx) => {
          const result = await work({
            ...tx,
            run: async (statement, values) => {
              if (
                typeof statement === 'object' &&
                'strings' in statement &&
                statement.strings.join().includes('delete from late_day')
              )
                await marked;
              return tx.run(statement, values);
            },
          });
          return result;
        }),
    };
    const running = recalculateLateDays({ db: slow, log, timeZone: ZONE, quietMs: 0, restMs: 0 }, new AbortController().signal);
    await upload(list.slice(500));
    resolve();
    await running;
    expect(await days(vehicle)).toHaveLength(1);
    await rebuild();
    expect(await stored(vehicle)).toEqual((await truth(vehicle)).all);
  });

  it('of a failing vehicle do not block the others', async () => {
    const [bad, good, other] = (await vehicles(db, 3)) as [number, number, number];
    for (const vehicle of [bad, good, other]) await upload(late(reports(vehicle, WORK, midnight(8) + 6 * HOUR_MS)));
    await db.run(`alter table trip add constraint refused check (vehicle_id <> ${bad}) not valid`);
    expect(await rebuild()).toEqual({ days: 2, failed: 1 });
    for (const vehicle of [good, other]) expect((await stored(vehicle)).trips).toHaveLength(3);
    expect(await stored(bad)).toEqual({ trips: [], stops: [] });
    await db.run('alter table trip drop constraint refused');
    expect(await rebuild()).toEqual({ days: 1, failed: 0 });
    expect(await stored(bad)).toEqual((await truth(bad)).all);
  });

  it('are processed by a job', async () => {
    const vehicle = await newVehicle();
    await upload(late(reports(vehicle, WORK, midnight(8) + 6 * HOUR_MS)));
    const jobs = createJobs({ db, log, timeZone: ZONE, pollMs: 20 });
    registerBackfillJob(jobs, { db, log, timeZone: ZONE, quietMs: 0 });
    await db.run(`insert into job (kind) values ('ingest.lateDays')`);
    jobs.start();
    await expect.poll(async () => (await stored(vehicle)).trips.length, { timeout: 20_000 }).toBe(3);
    await jobs.stop();
  });
});
