import { businessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import type { LocationReported } from '@fleetwarden/domain/location';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/db/test-database.ts';
import { drive, driving, idling, type Leg, parked } from '../../test/support/engine/track.ts';
import { report, settle, startIngest, vehicles } from '../../test/support/ingest/location-reports.ts';
import { late, type Mixture, uploadMixtures } from '../../test/support/ingest/upload-mixtures.ts';
import { checkHistories } from '../../test/support/property-histories.ts';
import { SUM_COLUMNS, valuesOf } from '../engine/days/columns.ts';
import { createDayFold } from '../engine/days/track-days.ts';
import type { Db } from '../platform/db/database.ts';
import { createLog } from '../platform/observe/log.ts';
import { recalculateLateDays } from './backfill-job.ts';
import type { Ingest } from './ingest.ts';
import { rebuildDays } from './rebuild-days.ts';
import { storeStatusChanges } from './status-changes.ts';

const HOUR = 60 * MINUTE_MS;
const ZONE = 'Asia/Shanghai';
const midnight = (daysAgo: number) => businessDay(Date.now() - daysAgo * DAY_MS, ZONE).startAt;
const keyOf = (at: number) => businessDay(at, ZONE).key;
const log = createLog('silent');

let test: TestDatabase;
let db: Db;
let ingest: Ingest;

beforeAll(async () => {
  test = await testDatabase();
  ({ db } = test);
  ({ ingest } = await startIngest(db));
});
afterAll(() => ingest.stop());

/** Saves the state of the stream, and restarts from it. */
async function restart(): Promise<void> {
  await ingest.stop();
  ({ ingest } = await startIngest(db));
}
const newVehicle = async () => (await vehicles(db, 1))[0]!;
const rebuild = () => recalculateLateDays({ db, log, timeZone: ZONE, quietMs: 0, restMs: 0 }, new AbortController().signal);
const storeChanges = () => storeStatusChanges({ db, timeZone: ZONE }, new AbortController().signal);
const reports = (vehicleId: number, legs: readonly Leg[], startAt: number) =>
  drive(legs, startAt).map(({ at, lng, lat, speedKmh, accOn }, n) =>
    report(vehicleId, at, { lng, lat, speedKmh, statusBits: accOn ? 3 : 2, odometerKm: 100 + n / 10 }),
  );
async function upload(list: readonly LocationReported[], size = 500): Promise<void> {
  for (let at = 0; at < list.length; at += size) expect(await settle(ingest, list.slice(at, at + size))).toBe('stored');
}

const NAMES = [
  ...SUM_COLUMNS.map(({ name }) => (name.startsWith('band_') ? `speed_band_s[${name.slice(5)}] as ${name}` : name)),
  'longest_gap_s',
  'max_speed',
  'max_speed_at',
  'odo_start',
  'odo_end',
  'first_at',
  'last_at',
];
type Values = readonly (number | null)[];
type StoredDay = { readonly day: string; readonly values: Values; readonly errTime: number; readonly shifted: boolean };

async function stored(vehicleId: number): Promise<StoredDay[]> {
  const rows = await db.query<Record<string, number> & { day: string; shifted: boolean }>(
    `select day, err_time, shift is not null as shifted, ${NAMES} from vehicle_day where vehicle_id = $1 order by 1`,
    [vehicleId],
  );
  return rows.map(({ day, shifted, err_time, ...row }) => ({ day, shifted, errTime: err_time!, values: Object.values(row) }));
}

/** One run over all that is stored. */
async function truth(vehicleId: number) {
  const rows = await db.query<Parameters<ReturnType<typeof createDayFold>['add']>[0]>(
    `select gnss_at as at, received_at as "receivedAt", lng, lat, speed_kmh as "speedKmh", status_bits as "statusBits",
       alarm_bits as "alarmBits", odometer_km as "odometerKm", quality, backfill from position where vehicle_id = $1 order by gnss_at`,
    [vehicleId],
  );
  const fold = createDayFold(ZONE);
  for (const row of rows) fold.add(row);
  const { days, accs, gaps } = fold.end();
  return { days: days.map(({ startAt, figures }) => ({ day: keyOf(startAt), values: valuesOf(figures) as Values })), accs, gaps };
}

/** Kilometres are sums in another order. */
const close = (values: Values) => values.map((value) => (value === null ? null : expect.closeTo(value, 4)));

async function expectTruth(vehicleId: number): Promise<void> {
  const found = await stored(vehicleId);
  const { days, accs, gaps } = await truth(vehicleId);
  // the current day may still be the stream's result next to late positions
  const today = keyOf(Date.now());
  const wanted = days.map(({ day, values }) => ({
    day,
    errTime: 0,
    values: close(values),
    shifted: day === today ? expect.any(Boolean) : false,
  }));
  expect(found).toEqual(wanted);
  const accRows = await db.query(
    'select start_at as "startAt", end_at as "endAt", acc_on as "accOn", continued from acc_segment where vehicle_id = $1 order by 1',
    [vehicleId],
  );
  expect(accRows).toEqual(
    accs.slice(0, accRows.length).map(({ startAt, endAt, accOn, continued }) => ({ startAt, endAt, accOn, continued })),
  );
  // the last may be under way
  expect(accs.length - accRows.length).toBeLessThanOrEqual(1);
  const gapRows = await db.query(
    'select from_at as "fromAt", to_at as "toAt", kind, cause from position_gap where vehicle_id = $1 order by 1',
    [vehicleId],
  );
  expect(gapRows).toEqual(gaps.map(({ fromAt, toAt, kind, cause }) => ({ fromAt, toAt, kind, cause })));
  const trips = await db.query(
    `select (start_at at time zone '${ZONE}')::date as day, count(*)::integer as count, min(start_at) as first, max(end_at) as last
      from trip where vehicle_id = $1 group by 1 order by 1`,
    [vehicleId],
  );
  expect(
    await db.query(
      `select day, trip_count as count, trip_start_at as first, trip_end_at as last from vehicle_day
       where vehicle_id = $1 and trip_count > 0 order by 1`,
      [vehicleId],
    ),
  ).toEqual(trips);
}

/** Changes of the watched status bits as a loop over the positions finds them. */
async function expectChanges(vehicleId: number): Promise<void> {
  const range = (await db.first<{ from: number; until: number }>(
    'select from_at as from, until_at as until from status_change_range where vehicle_id = $1',
    [vehicleId],
  ))!;
  expect(range.from).toBeLessThanOrEqual(midnight(6));
  // the days before that of the newest position
  expect(range.until).toBe(midnight(0));
  const positions = await db.query<{ at: number; bits: number }>(
    'select gnss_at as at, status_bits as bits from position where vehicle_id = $1 order by 1',
    [vehicleId],
  );
  const changes = positions.flatMap(({ at, bits }, n) => {
    const last = positions[n - 1];
    const before = last && at - last.at <= DAY_MS ? last.bits : null;
    return before === bits ? [] : [{ at, bits, before }];
  });
  expect(changes.length).toBeGreaterThan(0);
  expect(
    await db.query(
      'select gnss_at as at, status_bits as bits, bits_before as before from status_change where vehicle_id = $1 order by 1',
      [vehicleId],
    ),
  ).toEqual(changes.filter(({ at }) => at < range.until));
}

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

describe('days of the live stream', () => {
  it('are written with their figures, including the current day and the trips', async () => {
    const vehicle = await newVehicle();
    await upload(reports(vehicle, [...WORK, ...WORK, ...WORK, parked(200), driving(30)], midnight(3) + 7 * HOUR));
    await restart();
    const days = await stored(vehicle);
    expect(days.length).toBeGreaterThanOrEqual(2);
    await expectTruth(vehicle);
    expect(await db.query('select department_id from vehicle_day where vehicle_id = $1 limit 1', [vehicle])).toEqual(
      await db.query('select department_id from vehicle where id = $1', [vehicle]),
    );
  });

  it('lose nothing and count nothing twice after a kill', async () => {
    const vehicle = await newVehicle();
    const all = reports(vehicle, [...WORK, ...WORK, driving(30)], midnight(4) + 16 * HOUR);
    const half = all.length >> 1;
    await upload(all.slice(0, half));
    await restart();
    const saved = await db.first<{ engine: unknown }>('select engine from vehicle_latest where vehicle_id = $1', [vehicle]);
    await upload(all.slice(half, half + 300));
    await ingest.stop();
    // days were written, the state was not
    await db.run('update vehicle_latest set engine = $2, gnss_at = $3 where vehicle_id = $1', [
      vehicle,
      JSON.stringify(saved!.engine),
      new Date(all[half - 1]!.deviceAt!),
    ]);
    ({ ingest } = await startIngest(db));
    await upload(all.slice(half + 300));
    await restart();
    await expectTruth(vehicle);
  });

  it('count positions without a plausible time once, on the day of arrival, in any order', async () => {
    const vehicle = await newVehicle();
    const dead = (n: number) => report(vehicle, Date.UTC(2001, 1, 1) + n * 1000, { backfill: n % 2 === 0 });
    await upload([dead(1), dead(2), dead(2), dead(3)]);
    await restart();
    const days = [
      expect.objectContaining({
        day: keyOf(Date.now()),
        errTime: 3,
        values: [3, 0, ...Array(28).fill(0), 0, ...Array(6).fill(null)],
      }),
    ];
    expect(await stored(vehicle)).toEqual(days);
    await rebuildDays(db, { vehicleIds: [vehicle], from: keyOf(Date.now()), to: keyOf(Date.now()), timeZone: ZONE });
    expect(await stored(vehicle)).toEqual([expect.objectContaining({ errTime: 3 })]);
  });

  it('of an older release without day figures are calculated from the positions', async () => {
    const vehicle = await newVehicle();
    const all = reports(vehicle, [driving(30), parked(30), driving(20), parked(20)], midnight(2) + 9 * HOUR);
    await upload(all.slice(0, 250));
    await restart();
    await ingest.stop();
    await db.run(`update vehicle_latest set engine = engine - 'days' where vehicle_id = $1`, [vehicle]);
    await db.run('delete from vehicle_day where vehicle_id = $1', [vehicle]);
    await db.run('delete from acc_segment where vehicle_id = $1', [vehicle]);
    ({ ingest } = await startIngest(db));
    await upload([
      ...all.slice(250),
      report(vehicle, midnight(1) + HOUR, { lat: all.at(-1)!.lat, lng: all.at(-1)!.lng, statusBits: 2, speedKmh: 0 }),
    ]);
    await restart();
    await rebuild();
    const [first] = (await truth(vehicle)).days;
    expect((await stored(vehicle))[0]).toEqual({ day: first!.day, errTime: 0, shifted: false, values: close(first!.values) });
  });
});

describe('late positions', () => {
  it('give the same days as positions received in time', async () => {
    const vehicle = await newVehicle();
    await upload(late(reports(vehicle, [...WORK, ...WORK, ...WORK, parked(30), driving(25)], midnight(6) + 7 * HOUR)));
    expect(await stored(vehicle)).toEqual([]);
    await rebuild();
    const [found, { days }] = [await stored(vehicle), await truth(vehicle)];
    expect(found).toEqual(days.map(({ day, values }) => ({ day, errTime: 0, shifted: true, values: close(values) })));
  });

  it('are added to the current day in parallel with the stream', async () => {
    const vehicle = await newVehicle();
    const all = reports(vehicle, [driving(60), parked(20), driving(60)], midnight(1) + 9 * HOUR);
    const held = (n: number) => n >= 100 && n < 160;
    await upload(all.filter((_, n) => !held(n)).slice(0, 250));
    await restart();
    await upload(late(all.filter((_, n) => held(n))));
    await rebuild();
    const [before] = await stored(vehicle);
    expect(before).toMatchObject({ shifted: true });
    expect(before!.values[0]).toBe(310);
    expect(before!.values[9]).toBe(310);
    await upload(all.filter((_, n) => !held(n)).slice(250));
    await restart();
    const [after] = await stored(vehicle);
    // except the longest gap, which the stream has seen and does not correct before the day ends
    const sums = (values: Values) => values.slice(0, SUM_COLUMNS.length);
    expect(sums(after!.values)).toEqual(close(sums((await truth(vehicle)).days[0]!.values)));
    // the day is over
    await upload([
      report(vehicle, midnight(0) + MINUTE_MS, { lat: all.at(-1)!.lat, lng: all.at(-1)!.lng, statusBits: 2, speedKmh: 0 }),
    ]);
    await restart();
    await rebuild();
    expect((await stored(vehicle)).map(({ shifted }) => shifted)).toEqual([false, false]);
    await expectTruth(vehicle);
  });

  it('in any mixture with live ones, restarts and rebuilds give the same days as positions in time', async () => {
    const leg = fc.constantFrom(
      driving(12, 60, 30),
      parked(50, 120),
      idling(6, 20),
      driving(20, 90, 60),
      parked(400, 1200),
      { seconds: 900, kmh: 40, accOn: true, every: 900 },
      { seconds: 3000, kmh: 0, accOn: false, every: 3000 },
    );
    const history = fc.record({
      legs: fc.array(leg, { minLength: 4, maxLength: 12 }),
      held: fc.array(fc.nat({ max: 30 }), { maxLength: 8 }),
      wild: fc.array(fc.nat({ max: 300 }), { maxLength: 4 }),
      dark: fc.array(fc.nat({ max: 300 }), { maxLength: 4 }),
      reset: fc.nat({ max: 300 }),
      between: fc.nat({ max: 3 }),
    });
    await checkHistories({
      runs: 25,
      history,
      play: async (histories) => {
        const ids = await vehicles(db, histories.length);
        const mixtures = histories.map(({ legs, held, wild, dark, reset, between }, index): Mixture => {
          const vehicle = ids[index]!;
          const plain = reports(vehicle, legs, midnight(6) + 19 * HOUR);
          const all = plain.map((one, n) => ({
            ...one,
            ...(wild.includes(n) && { lng: 115 }),
            ...(dark.includes(n) && { statusBits: 1, lng: 0, lat: 0 }),
            ...(n >= reset && { odometerKm: n / 10 }),
          }));
          const { lng, lat } = plain.at(-1)!;
          return {
            all,
            between,
            isHeld: (n) => held.includes(Math.floor(n / 7)) && n < all.length - 3,
            // the next day closes those before
            last: [0, 1].map((n) => report(vehicle, midnight(0) + n * MINUTE_MS, { lng, lat, statusBits: 2, speedKmh: 0 })),
          };
        });
        await uploadMixtures(mixtures, { upload, restart, rebuild });
        await rebuild();
        return ids.map((vehicle) => () => expectTruth(vehicle));
      },
    });
  });
});

describe('changes of status bits', () => {
  it('are stored after the end of a day, and again if late positions arrive in between', async () => {
    const history = fc.array(
      fc.record({
        // mostly without a fix: such positions do not widen what is recalculated
        bits: fc.constantFrom(0, 1, 1 << 12, 3),
        minutes: fc.constantFrom(1, 40, 700, 1440, 1500),
        isLate: fc.boolean(),
      }),
      { minLength: 2, maxLength: 12 },
    );
    await checkHistories({
      runs: 40,
      history,
      play: async (histories) => {
        const ids = await vehicles(db, histories.length);
        const all = histories.map((steps, index) => {
          let time = midnight(6);
          return steps.flatMap(({ bits, minutes, isLate }) => {
            time += minutes * MINUTE_MS;
            // today's position is the newest
            const one = report(ids[index]!, time, { statusBits: bits });
            return time < midnight(0) ? [{ one, isLate }] : [];
          });
        });
        const send = (isLate: boolean) =>
          Promise.all(all.map((list) => upload(list.filter((step) => step.isLate === isLate).map(({ one }) => one))));
        await send(false);
        await Promise.all(ids.map((id) => upload([report(id, midnight(0), { statusBits: 0 })])));
        await restart();
        await storeChanges();
        await send(true);
        await rebuild();
        return ids.map((vehicle) => () => expectChanges(vehicle));
      },
    });
  });
});

describe('a rebuild on demand', () => {
  it('recalculates lost data, reports its progress, and stops on request', async () => {
    const [a, b] = (await vehicles(db, 2)) as [number, number];
    for (const vehicle of [a, b]) await upload(reports(vehicle, [...WORK, ...WORK, ...WORK], midnight(4) + 7 * HOUR));
    await restart();
    const before = [await stored(a), await stored(b)];
    for (const table of ['vehicle_day', 'acc_segment', 'position_gap'])
      await db.run(`delete from ${table} where vehicle_id = any($1)`, [[a, b]]);
    const shares: number[] = [];
    const range = { vehicleIds: [a, b], from: keyOf(midnight(4)), to: keyOf(midnight(1)), timeZone: ZONE };
    expect(await rebuildDays(db, { ...range, progress: (share) => shares.push(share) })).toEqual({ vehicles: 2, days: 4 });
    expect(shares.at(-1)).toBe(1);
    const plain = (days: readonly StoredDay[]) => days.map(({ day, values }) => ({ day, values: close(values) }));
    const again = async (vehicle: number) => (await stored(vehicle)).map(({ day, values }) => ({ day, values }));
    expect([await again(a), await again(b)]).toEqual(before.map(plain));
    await rebuildDays(db, range);
    expect([await again(a), await again(b)]).toEqual(before.map(plain));
    const stopped = rebuildDays(db, { ...range, signal: AbortSignal.abort(new Error('enough')) });
    await expect(stopped).rejects.toThrow('enough');
  });

  it('changes only rows with different values', async () => {
    const vehicle = await newVehicle();
    const halves = [driving(40), { seconds: 3000, kmh: 0, accOn: true, every: 3000 }, parked(90), driving(30), parked(300)];
    await upload(reports(vehicle, [...halves, ...halves, ...halves], midnight(4) + 7 * HOUR));
    await restart();
    const range = { vehicleIds: [vehicle], from: keyOf(midnight(4)), to: keyOf(midnight(3)), timeZone: ZONE };
    const FACTS = { vehicle_day: 'day', acc_segment: 'start_at', position_gap: 'from_at' };
    const facts = (columns: string) =>
      Promise.all(
        Object.entries(FACTS).map(([table, key]) =>
          db.query<{ told: string }>(`select ${columns} as told from ${table} t where vehicle_id = $1 order by ${key}`, [
            vehicle,
          ]),
        ),
      );
    const versions = () => facts('xmin::text || ctid::text');
    const values = () => facts(`(to_jsonb(t) - 'updated_at')::text`);
    await rebuildDays(db, range);
    const [made, told] = [await versions(), await values()];
    for (const rows of made) expect(rows.length).toBeGreaterThan(1);
    await rebuildDays(db, range);
    expect(await versions()).toEqual(made);
    // one belongs to another vehicle, one is deleted, one never existed
    await db.run(`update vehicle_day set drive_s = drive_s + 1 where vehicle_id = $1 and day = $2`, [vehicle, range.from]);
    for (const [table, key] of [
      ['acc_segment', 'start_at'],
      ['position_gap', 'from_at'],
    ]) {
      const first = `(select min(${key}) from ${table} where vehicle_id = $1)`;
      await db.run(`update ${table} set distance_km = 7777 where vehicle_id = $1 and ${key} = ${first}`, [vehicle]);
      await db.run(
        `update ${table} set ${key} = ${key} + interval '1 second' where vehicle_id = $1 and ${key} =
        (select min(${key}) from ${table} where vehicle_id = $1 and ${key} > ${first})`,
        [vehicle],
      );
    }
    expect(await values()).not.toEqual(told);
    await rebuildDays(db, range);
    expect(await values()).toEqual(told);
    const kept = (await versions()).map((rows, i) => rows.filter(({ told }) => made[i]!.some((one) => one.told === told)).length);
    expect(kept).toEqual(made.map((rows, i) => rows.length - (i === 0 ? 1 : 2)));
  });

  it('stores the days of other vehicles if some cannot be stored, and all when they can', async () => {
    const four = (await vehicles(db, 4)) as [number, number, number, number];
    for (const vehicle of four) await upload(reports(vehicle, WORK, midnight(4) + 7 * HOUR));
    await restart();
    const before = await Promise.all(four.map(stored));
    await db.run('delete from vehicle_day where vehicle_id = any($1)', [four]);
    const range = { vehicleIds: four, from: keyOf(midnight(4)), to: keyOf(midnight(4)), timeZone: ZONE };
    await db.run(`alter table vehicle_day add constraint refused check (vehicle_id <> ${four[3]}) not valid`);
    await expect(rebuildDays(db, range)).rejects.toThrow('refused');
    expect(await stored(four[3])).toEqual([]);
    await db.run('alter table vehicle_day drop constraint refused');
    await rebuildDays(db, range);
    const totals = (all: readonly StoredDay[][]) => all.map((days) => days.map(({ day, values }) => [day, values[0]]));
    expect(totals(await Promise.all(four.map(stored)))).toEqual(totals(before));
  });

  it('does not change days whose positions were deleted or have not arrived', async () => {
    const vehicle = await newVehicle();
    const row = `insert into vehicle_day (vehicle_id, day, department_id, point_total, drive_s) values ($1, $2, 1, 9, 9)`;
    for (const ago of [3, 300]) await db.run(row, [vehicle, keyOf(midnight(ago))]);
    const range = { vehicleIds: [vehicle], from: keyOf(midnight(301)), to: keyOf(midnight(-3)), timeZone: ZONE };
    expect((await rebuildDays(db, range)).days).toBeLessThanOrEqual(184);
    expect(await db.query('select sum(drive_s) as sum from vehicle_day where vehicle_id = $1', [vehicle])).toEqual([{ sum: 18 }]);
    expect((await rebuildDays(db, { ...range, retentionDays: 400 })).days).toBe(302);
  });
});
