import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { businessDay } from '@fleetwarden/domain/business-day';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkHistories, playRounds } from '../../../../test/support/property-histories.ts';
import {
  addAlarm,
  addDepartment,
  addVehicle,
  addVehicles,
  alarmDays,
  DAY,
  HOUR,
  killedAt,
  local,
  MINUTE,
  neverAborted,
  testRollups,
  ZONE,
} from '../../../../test/support/reports/rollups.ts';
import { at, type Db, type Queryable, sql } from '../../../platform/db/database.ts';
import { GROUPS } from '../model/measures.ts';
import { countDrivers, followDrivers } from './driver-changes.ts';

const START = local('2025-03-10 00:00');
const END = START + 5 * DAY;
const RUNS = 25;
/** Driver status monitoring (T/JSATL 12). */
const DSM = ALARM_TYPES.flatMap(({ id, source }) => (source.kind === 'item' && source.item === 0x65 ? [id] : []));

let db: Db;
let rollups: Awaited<ReturnType<typeof testRollups>>;
let department: number;

beforeAll(async () => {
  rollups = await testRollups(END);
  ({ db } = rollups);
  department = await addDepartment(db);
});

/** Three drivers of their own for each vehicle: a driver who signs in elsewhere has left. */
const addDrivers = async (): Promise<readonly [number, number, number]> => {
  const rows = await db.query<{ id: number }>(sql`
    insert into driver (department_id, name) select ${department}::integer, 'driver ' || n from generate_series(1, 3) n returning id`);
  return rows.map(({ id }) => id) as unknown as readonly [number, number, number];
};

type TestTrip = { readonly startAt: number; readonly endAt: number; readonly km: number };
type TestCard = { readonly at: number; readonly in: boolean; readonly read: boolean; readonly driverId: number | null };
type TestGift = { readonly since: number; readonly driverId: number | null };

const addTrip = (on: Queryable, vehicleId: number, { startAt, endAt, km }: TestTrip) =>
  on.run(sql`
    insert into trip (vehicle_id, start_at, end_at, start_lng, start_lat, end_lng, end_lat, distance_km, max_speed_kmh, points)
    values (${vehicleId}, ${at(startAt)}, ${at(endAt)}, 113, 23, 113, 23, ${km}, 60, 10)
    on conflict (vehicle_id, start_at) do update set end_at = excluded.end_at, distance_km = excluded.distance_km`);
const addCard = (vehicleId: number, card: TestCard) =>
  db.run(sql`
    insert into driver_card (vehicle_id, at, received_at, action, read_result, driver_id)
    values (${vehicleId}, ${at(card.at)}, now(), ${card.in ? 1 : 2}, ${card.in ? (card.read ? 0 : 3) : null}, ${card.driverId}::integer)`);
const give = (vehicleId: number, { since, driverId }: TestGift) =>
  db.run(
    sql`insert into given_driver (vehicle_id, since_at, driver_id) values (${vehicleId}, ${at(since)}, ${driverId}::integer)`,
  );
const follow = (on: Db = db) => followDrivers({ ...rollups.options, db: on }, neverAborted);

const dutyRows = (vehicleId: number) =>
  db.query(sql`select start_at, end_at, driver_id, source from driver_duty where vehicle_id = ${vehicleId} order by start_at`);
const periodRows = (vehicleId: number) =>
  db.query<Period>(sql`
    select start_at as "startAt", end_at as "endAt", driver_id as "driverId", drive_s as "driveS", night_s as "nightS",
      rest_after_s as "restS", exceeded_at as "exceededAt" from drive_period where vehicle_id = ${vehicleId} order by start_at`);
const dayRows = (vehicleId: number) =>
  db.query<Day>(sql`
    select driver_id as "driverId", day::text as day, round(km::numeric, 6)::float8 as km, drive_s as "driveS", night_drive_s as "nightS",
      longest_drive_s as "longestS" from driver_day where vehicle_id = ${vehicleId} order by day, driver_id`);
const signedRows = (vehicleId: number) =>
  db.query<Signed>(sql`
    select driver_id as "driverId", day::text as day, duty_ms as "dutyMs", first_at as "firstAt", last_at as "lastAt" from duty_day
    where vehicle_id = ${vehicleId} order by day, driver_id`);
const everything = async (vehicleId: number) => ({
  signed: await signedRows(vehicleId),
  duties: await dutyRows(vehicleId),
  periods: await periodRows(vehicleId),
  days: await dayRows(vehicleId),
});

type Period = {
  startAt: number;
  endAt: number;
  driverId: number;
  driveS: number;
  nightS: number;
  restS: number | null;
  exceededAt: number | null;
};
type Day = { driverId: number; day: string; km: number; driveS: number; nightS: number; longestS: number };

type Signed = { driverId: number; day: string; dutyMs: number; firstAt: number | null; lastAt: number | null };

/** The driver in a minute, and whether a card shows it. */
function whoIn(minute: number, cards: readonly TestCard[], gifts: readonly TestGift[]) {
  const read = cards.filter((card) => (card.read || !card.in) && card.at <= minute);
  const newest = read.toSorted((a, b) => a.at - b.at || Number(a.in) - Number(b.in)).at(-1);
  if (newest?.in && minute < newest.at + DAY) return { driverId: newest.driverId ?? 0, signed: true };
  const given = gifts
    .filter(({ since }) => since <= minute)
    .toSorted((a, b) => a.since - b.since)
    .at(-1);
  return { driverId: given?.driverId ?? 0, signed: false };
}

/** The same, one minute after the other. */
function byMinute(trips: readonly TestTrip[], cards: readonly TestCard[], gifts: readonly TestGift[]) {
  const periods: Period[] = [];
  const days = new Map<string, Day>();
  for (const { startAt, endAt, km } of trips.toSorted((a, b) => a.startAt - b.startAt)) {
    const minutes = Array.from({ length: (endAt - startAt) / MINUTE }, (_, i) => startAt + i * MINUTE);
    const runs: { minutes: number[]; driverId: number; signed: boolean }[] = [];
    for (const minute of minutes) {
      const who = whoIn(minute, cards, gifts);
      const last = runs.at(-1);
      if (last?.driverId === who.driverId && last.signed === who.signed) last.minutes.push(minute);
      else runs.push({ minutes: [minute], ...who });
    }
    for (const [i, run] of runs.entries()) {
      const beside = [runs[i - 1], runs[i + 1]].find((each) => each?.signed);
      const driverId = !run.signed && run.minutes.length < 3 && beside ? beside.driverId : run.driverId;
      for (const minute of run.minutes) {
        let period = periods.at(-1);
        if (period?.driverId !== driverId || minute - period.endAt >= 20 * MINUTE) {
          period = { startAt: minute, endAt: minute, driverId, driveS: 0, nightS: 0, restS: null, exceededAt: null };
          periods.push(period);
        }
        const hour = new Date(minute + 8 * HOUR).getUTCHours();
        const night = hour >= 22 || hour < 6;
        if (period.driveS === 4 * 3600 || (night && period.nightS === 2 * 3600)) period.exceededAt ??= minute;
        period.driveS += 60;
        if (night) period.nightS += 60;
        period.endAt = minute + MINUTE;
        const day = businessDay(minute, ZONE).key;
        const of = days.get(`${day} ${driverId}`) ?? { driverId, day, km: 0, driveS: 0, nightS: 0, longestS: 0 };
        days.set(`${day} ${driverId}`, of);
        of.km += km / minutes.length;
        of.driveS += 60;
        if (night) of.nightS += 60;
        of.longestS = Math.max(of.longestS, period.driveS);
      }
    }
  }
  for (const [i, period] of periods.entries()) {
    const next = periods.slice(i + 1).find(({ driverId }) => driverId === period.driverId);
    period.restS = next === undefined ? null : (next.startAt - period.endAt) / 1000;
  }
  return {
    periods,
    days: [...days.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.driverId - b.driverId)),
  };
}

/** Signed-in time of drivers per day, minute by minute; each readable card ends the previous one. */
function signedByMinute(cards: readonly TestCard[]): Signed[] {
  const days = new Map<string, Signed>();
  const read = cards.filter((card) => card.read || !card.in);
  const begins = (at: number) => read.some((card) => card.in && card.at === at && whoIn(at, cards, []).signed);
  const ends = (at: number) => read.some((card) => card.at === at) || !whoIn(at, cards, []).signed;
  for (let at = START; at < END + 2 * DAY; at += MINUTE) {
    const { signed, driverId } = whoIn(at, cards, []);
    if (!signed || driverId === 0) continue;
    const day = businessDay(at, ZONE);
    const of = days.get(`${day.key} ${driverId}`) ?? { driverId, day: day.key, dutyMs: 0, firstAt: null, lastAt: null };
    days.set(`${day.key} ${driverId}`, of);
    of.dutyMs += MINUTE;
    if (begins(at)) of.firstAt ??= at;
    if (at + MINUTE < day.endAt && ends(at + MINUTE)) of.lastAt = at + MINUTE;
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.driverId - b.driverId));
}

const minute = (most: number, least = 0) => fc.integer({ min: least, max: most });
/** Drives and rests in turn, minutes. */
const ways = fc.array(
  fc.record({ rest: fc.oneof(minute(30, 1), minute(500, 1)), drive: fc.oneof(minute(12, 1), minute(400, 1)) }),
  {
    maxLength: 14,
  },
);
const who = fc.constantFrom(0, 1, 2, null);
const cards = fc.uniqueArray(
  fc.record({ minute: minute(4 * 24 * 60), in: fc.boolean(), read: fc.constantFrom(true, true, true, false), who }),
  { maxLength: 12, selector: (card) => `${card.minute} ${card.in}` },
);
const gifts = fc.uniqueArray(fc.record({ minute: minute(4 * 24 * 60), who }), { maxLength: 3, selector: (gift) => gift.minute });

const history = fc.record({
  ways,
  cards,
  gifts,
  order: fc.array(fc.integer(), { maxLength: 40 }),
  goneShare: fc.constantFrom(0, 0, 3),
});
type RandomHistory = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** A history with its times, and the rounds in which it is stored: `driver_day` is followed after each. */
function prepare(vehicleId: number, drivers: readonly number[], random: RandomHistory) {
  const driverOf = (place: number | null) => (place === null ? null : drivers[place]!);
  let end = START;
  const trips = random.ways.map(({ rest, drive }): TestTrip => {
    const startAt = end + rest * MINUTE;
    end = startAt + drive * MINUTE;
    return { startAt, endAt: end, km: drive };
  });
  const told = random.cards.map(
    (card): TestCard => ({
      at: START + card.minute * MINUTE,
      in: card.in,
      read: card.read,
      driverId: card.in ? driverOf(card.who) : null,
    }),
  );
  const given = random.gifts.map((gift): TestGift => ({ since: START + gift.minute * MINUTE, driverId: driverOf(gift.who) }));
  const steps = [
    ...trips.map((trip) => () => addTrip(db, vehicleId, trip)),
    ...told.map((card) => () => addCard(vehicleId, card)),
    ...given.map((gift) => () => give(vehicleId, gift)),
  ];
  const order = steps.map((step, i) => ({ step, key: random.order[i] ?? i, followed: (random.order[i] ?? i) % 2 === 0 }));
  const rounds: (() => Promise<unknown>)[][] = [[]];
  for (const { step, followed } of order.sort((a, b) => a.key - b.key)) {
    rounds.at(-1)!.push(step);
    if (followed) rounds.push([]);
  }
  const kept = random.goneShare === 0 ? trips : trips.filter((_, i) => i % random.goneShare !== 0);
  rounds.push(
    trips
      .filter((each) => !kept.includes(each))
      .map(
        ({ startAt }) =>
          () =>
            db.run(sql`delete from trip where vehicle_id = ${vehicleId} and start_at = ${at(startAt)}`),
      ),
  );
  return { vehicleId, rounds, kept, told, given };
}

describe('drivers of random histories', () => {
  it('have the same driving as a minute-by-minute count, whatever is late, removed or recalculated', () =>
    checkHistories({
      runs: RUNS,
      history,
      play: async (histories) => {
        const ids = await addVehicles(db, department, histories.length);
        const drivers: (readonly number[])[] = [];
        for (const _ of ids) drivers.push(await addDrivers());
        const prepared = histories.map((random, index) => prepare(ids[index]!, drivers[index]!, random));
        await playRounds(
          prepared.map(({ rounds }) => rounds),
          () => follow(),
        );
        const readAll = () => Promise.all(ids.map(everything));
        const rebuild = async () => {
          let changed = 0;
          for (let day = businessDay(START, ZONE); day.startAt <= END; day = businessDay(day.endAt, ZONE))
            changed += await countDrivers(rollups.options, day, ids, async () => undefined);
          return changed;
        };
        // recalculated: no change; from empty tables: complete again
        const found = await readAll();
        const changed = await rebuild();
        const again = await readAll();
        for (const table of ['drive_period', 'driver_day'])
          await db.run(`delete from ${table} where vehicle_id = any($1)`, [ids]);
        const known = prepared.filter(({ kept, told }) => kept.length + told.length > 0).map(({ vehicleId }) => vehicleId);
        for (const table of ['driver_duty', 'duty_day']) await db.run(`delete from ${table} where vehicle_id = any($1)`, [known]);
        await rebuild();
        const remade = await readAll();
        return prepared.map(({ kept, told, given }, index) => async () => {
          const slow = byMinute(kept, told, given);
          const { periods, days, signed } = found[index]!;
          expect(periods).toEqual(slow.periods);
          expect(days.map(({ km: _km, ...day }) => day)).toEqual(slow.days.map(({ km: _km, ...day }) => day));
          for (const [i, { km }] of days.entries()) expect(km).toBeCloseTo(slow.days[i]!.km, 4);
          expect(signed).toEqual(signedByMinute(told));
          expect(changed).toBe(0);
          expect(again[index]).toEqual(found[index]);
          expect(remade[index]).toEqual(found[index]);
        });
      },
    }));
});

describe('the driver on duty', () => {
  const [eight, noon, four] = [8, 12, 16].map((hour) => START + hour * HOUR) as [number, number, number];

  it('is the signed-in driver until sign-out, the next sign-in or one day, or else the assigned driver', async () => {
    const [anna, bert, own] = await addDrivers();
    const vehicleId = await addVehicle(db, department);
    await give(vehicleId, { since: START, driverId: own });
    await addCard(vehicleId, { at: eight, in: true, read: true, driverId: anna });
    await addCard(vehicleId, { at: noon, in: true, read: true, driverId: bert });
    await addCard(vehicleId, { at: noon + MINUTE, in: true, read: false, driverId: null });
    await addCard(vehicleId, { at: four, in: false, read: true, driverId: null });
    await addCard(vehicleId, { at: four + DAY, in: true, read: true, driverId: null });
    await follow();
    const duty = (startAt: number, endAt: number | null, driverId: number | null, source: number) => ({
      start_at: startAt,
      end_at: endAt,
      driver_id: driverId,
      source,
    });
    expect(await dutyRows(vehicleId)).toEqual([
      duty(START, eight, own, 4),
      duty(eight, noon, anna, 1),
      duty(noon, four, bert, 1),
      duty(four, four + DAY, own, 4),
      // an unknown driver, who never signs out
      duty(four + DAY, four + 2 * DAY, null, 1),
      duty(four + 2 * DAY, null, own, 4),
    ]);
    // entered later, he was it all the time
    await db.run(sql`update driver_card set driver_id = ${anna} where vehicle_id = ${vehicleId} and at = ${at(four + DAY)}`);
    await follow();
    expect((await dutyRows(vehicleId))[4]).toEqual(duty(four + DAY, four + 2 * DAY, anna, 1));
  });

  it('is the driver of the vehicle record from the beginning, and the new one after a change', async () => {
    const [anna, bert] = await addDrivers();
    const row = await db.first<{ id: number }>(sql`
      insert into vehicle (department_id, plate, driver_id) values (${department}, gen_random_uuid()::text, ${anna}) returning id`);
    await follow();
    expect(await dutyRows(row!.id)).toEqual([{ start_at: 0, end_at: null, driver_id: anna, source: 4 }]);
    const before = Date.now();
    await db.run(sql`update vehicle set driver_id = ${bert} where id = ${row!.id}`);
    await db.run(sql`update vehicle set driver_id = ${bert}, plate = 'X' || id where id = ${row!.id}`);
    await follow();
    const duties = (await dutyRows(row!.id)) as { start_at: number; end_at: number | null; driver_id: number }[];
    expect(duties.map(({ driver_id: driver }) => driver)).toEqual([anna, bert]);
    expect(duties[0]!.end_at).toBe(duties[1]!.start_at);
    expect(duties[1]!.start_at).toBeGreaterThanOrEqual(before - MINUTE);
  });

  it('is set for alarms of the period, also for alarms counted before a late card', async () => {
    const [anna, , own] = await addDrivers();
    const vehicleId = await addVehicle(db, department);
    await give(vehicleId, { since: START, driverId: own });
    for (let run = 0; run < 2; run++) await rollups.alarms();
    await addAlarm(db, { vehicleId, startAt: eight + HOUR });
    await addAlarm(db, { vehicleId, startAt: four + HOUR });
    await follow();
    await rollups.alarms();
    const counted = async () =>
      ((await alarmDays(db, vehicleId)) as { driver_id: number; cnt: number }[]).map(({ driver_id: driver, cnt }) => [
        driver,
        cnt,
      ]);
    expect(await counted()).toEqual([[own, 2]]);
    await addCard(vehicleId, { at: four, in: false, read: true, driverId: null });
    await addCard(vehicleId, { at: eight, in: true, read: true, driverId: anna });
    await follow();
    await rollups.alarms();
    expect(await counted()).toEqual(
      [
        [anna, 1],
        [own, 1],
      ].sort(([a], [b]) => a! - b!),
    );
  });

  it('ends when the driver signs in to another vehicle, in any order of the cards', async () => {
    const [anna] = await addDrivers();
    const [first, second] = await addVehicles(db, department, 2);
    const duties = async (vehicleId: number) =>
      ((await dutyRows(vehicleId)) as { start_at: number; end_at: number }[]).map(({ start_at, end_at }) => [start_at, end_at]);
    await addCard(first!, { at: eight, in: true, read: true, driverId: anna });
    await follow();
    expect(await duties(first!)).toEqual([[eight, eight + DAY]]);
    await addCard(second!, { at: four, in: true, read: true, driverId: anna });
    await follow();
    expect([await duties(first!), await duties(second!)]).toEqual([[[eight, four]], [[four, four + DAY]]]);
    // an earlier sign-in comes late
    await addCard(second!, { at: noon, in: true, read: true, driverId: anna });
    await follow();
    expect(await duties(first!)).toEqual([[eight, noon]]);
    const signed = await db.query<{ ms: number }>(sql`
      select sum(duty_ms)::float8 as ms from duty_day where driver_id = ${anna} group by day order by day`);
    for (const { ms } of signed) expect(ms).toBeLessThanOrEqual(DAY);
  });

  it('is neither lost nor doubled after a kill', async () => {
    const [anna] = await addDrivers();
    const vehicleId = await addVehicle(db, department);
    await addTrip(db, vehicleId, { startAt: eight, endAt: eight + 5 * HOUR, km: 300 });
    await addCard(vehicleId, { at: eight - MINUTE, in: true, read: true, driverId: anna });
    await expect(follow(killedAt(db, 1))).rejects.toThrow('killed');
    expect(await everything(vehicleId)).toEqual({ signed: [], duties: [], periods: [], days: [] });
    await follow();
    const once = await everything(vehicleId);
    expect(once.periods).toMatchObject([
      { driverId: anna, driveS: 5 * 3600, nightS: 0, exceededAt: eight + 4 * HOUR, restS: null },
    ]);
    expect(once.days).toEqual([{ driverId: anna, day: '2025-03-10', km: 300, driveS: 5 * 3600, nightS: 0, longestS: 5 * 3600 }]);
    await follow();
    expect(await everything(vehicleId)).toEqual(once);
    expect(await db.query('select from driver_due')).toEqual([]);
  });

  it('has continuous driving as one period, and a moved vehicle retains its company of the day', async () => {
    const vehicleId = await addVehicle(db, department);
    const other = await addDepartment(db);
    // a rest of ten minutes each hour, twenty days long
    for (let hour = 0; hour < 20 * 24; hour++)
      await addTrip(db, vehicleId, { startAt: START + hour * HOUR, endAt: START + hour * HOUR + 50 * MINUTE, km: 50 });
    await follow();
    expect(await periodRows(vehicleId)).toMatchObject([{ startAt: START, driveS: 20 * 24 * 3000 }]);
    await db.run(sql`update vehicle set department_id = ${other} where id = ${vehicleId}`);
    // a rest in its middle is one after all
    await db.run(sql`delete from trip where vehicle_id = ${vehicleId} and start_at = ${at(START + 10 * DAY)}`);
    await follow();
    const periods = await periodRows(vehicleId);
    expect(periods.map(({ driveS, restS }) => [driveS, restS])).toEqual([
      [10 * 24 * 3000, 70 * 60],
      [(10 * 24 - 1) * 3000, null],
    ]);
    const days = await dayRows(vehicleId);
    expect(days).toHaveLength(20);
    expect(days[19]!.longestS).toBe((10 * 24 - 1) * 3000);
    const companies = await db.query<{ of: number }>(
      sql`select distinct department_id as of from driver_day where vehicle_id = ${vehicleId}`,
    );
    expect(companies).toEqual([{ of: department }]);
  });
});

describe('the work of a driver', () => {
  /** Rows of the three tables, joined; empty rows may stay behind. */
  const differing = () =>
    db.query(sql`
      with joined as (
        select driver_id, day, vehicle_id, d.km, d.drive_s, d.night_drive_s, d.longest_drive_s, u.duty_ms, u.first_at, u.last_at,
          coalesce(a.over_cnt, 0) as over_cnt, coalesce(a.fatigue_cnt, 0) as fatigue_cnt, coalesce(a.dsm_cnt, 0) as dsm_cnt,
          coalesce(a.handled_cnt, 0) as handled_cnt
        from (select * from driver_day where driver_id <> 0) d full join duty_day u using (driver_id, day, vehicle_id) full join (
          select driver_id, day, vehicle_id, coalesce(sum(cnt) filter (where type_id = any(${[...GROUPS.overspeed]}::smallint[])), 0) as over_cnt,
            coalesce(sum(cnt) filter (where type_id = any(${[...GROUPS.fatigue]}::smallint[])), 0) as fatigue_cnt,
            coalesce(sum(cnt) filter (where type_id = any(${DSM}::smallint[])), 0) as dsm_cnt, sum(handled) as handled_cnt
          from alarm_day where driver_id <> 0 group by 1, 2, 3) a using (driver_id, day, vehicle_id)),
      stored as (
        select driver_id, day, vehicle_id, km, drive_s, night_drive_s, longest_drive_s, duty_ms, first_at, last_at, over_cnt, fatigue_cnt,
          dsm_cnt, handled_cnt from driver_work_day)
      (select * from joined except select * from stored) union all
      (select * from stored where km is not null or duty_ms is not null or over_cnt + fatigue_cnt + dsm_cnt + handled_cnt > 0
        except select * from joined)`);

  it('is one row per vehicle and day after any recalculation', async () => {
    expect(await db.first('select count(*) > 0 as some from driver_work_day')).toEqual({ some: true });
    expect(await differing()).toEqual([]);
  });

  it('counts the alarm types of each group, and is updated after every change of a day', async () => {
    const [anna] = await addDrivers();
    const vehicleId = await addVehicle(db, department);
    const kinds = ALARM_TYPES.map(({ id }) => id);
    await db.run(sql`
      insert into alarm_day (vehicle_id, day, type_id, level, driver_id, department_id, cnt, dur_s, needed, handled, timely, false_cnt,
        auto_cnt, message_cnt, phone_cnt, handle_s, hours)
      select ${vehicleId}::integer, '2025-03-10', t, 1, ${anna}::integer, ${department}::integer, 1 + t, 0, 1, 1, 0, 0, 0, 0, 0, 0,
        array_fill(0, array[24]) from unnest(${kinds}::smallint[]) t`);
    expect(await differing()).toEqual([]);
    await db.run(sql`update alarm_day set cnt = 2 * cnt, handled = 0 where vehicle_id = ${vehicleId} and type_id < 100`);
    expect(await differing()).toEqual([]);
    await db.run(sql`delete from alarm_day where vehicle_id = ${vehicleId} and type_id < 90`);
    expect(await differing()).toEqual([]);
    await db.run(sql`delete from alarm_day where vehicle_id = ${vehicleId}`);
    expect(await differing()).toEqual([]);
  });

  it('belongs to the company of the day, and so do sign-ins', async () => {
    const [anna] = await addDrivers();
    const vehicleId = await addVehicle(db, department);
    const from = START + 8 * HOUR;
    await addTrip(db, vehicleId, { startAt: from, endAt: from + HOUR, km: 50 });
    await follow();
    await db.run(sql`update vehicle set department_id = ${await addDepartment(db)} where id = ${vehicleId}`);
    await addCard(vehicleId, { at: from - MINUTE, in: true, read: true, driverId: anna });
    await follow();
    expect(
      await db.query(sql`
        select department_id, day::text as day, duty_ms > 0 as signed, drive_s from driver_work_day
        where vehicle_id = ${vehicleId} and drive_s is not null`),
    ).toEqual([{ department_id: department, day: '2025-03-10', signed: true, drive_s: 3_600 }]);
  });
});
