import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { followAlarms } from '../../../src/modules/reports/rollups/alarm-changes.ts';
import { backfill } from '../../../src/modules/reports/rollups/backfill.ts';
import { followDepartments } from '../../../src/modules/reports/rollups/department-day.ts';
import { followSessions } from '../../../src/modules/reports/rollups/online-changes.ts';
import { at, type Db, type Queryable, sql } from '../../../src/platform/db/database.ts';
import { quietTestDatabase } from '../db/test-database.ts';

export const ZONE = 'Asia/Shanghai';
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = DAY_MS;
/** An instant of the business time zone: '2025-03-10 08:30'. */
export const local = (text: string) => Date.parse(`${text.replace(' ', 'T')}+08:00`);
export const neverAborted = new AbortController().signal;

/** For tests: a database with a fleet, and what is counted of it. `now` is theirs to move. */
export async function testRollups(now: number) {
  const { db } = await quietTestDatabase();
  await db.run(`create table if not exists vehicle_day (vehicle_id integer not null, day date not null, point_valid integer not null,
    department_id integer not null, primary key (vehicle_id, day))`);
  const clock = { now };
  const options = { db, timeZone: ZONE, now: () => clock.now };
  return {
    db,
    clock,
    options,
    alarms: () => followAlarms(options, neverAborted),
    sessions: () => followSessions(options, neverAborted),
    departments: () => followDepartments(options, neverAborted),
    fill: () => backfill({ ...options }, neverAborted),
  };
}

export async function addDepartment(db: Queryable, createdAt = local('2024-01-01 00:00')): Promise<number> {
  const row = await db.first<{ id: number }>(sql`
    insert into department (name, created_at) values (gen_random_uuid()::text, ${at(createdAt)}) returning id`);
  return row!.id;
}

export async function addVehicles(
  db: Queryable,
  departmentId: number,
  count: number,
  createdAt = local('2024-01-01 00:00'),
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    insert into vehicle (department_id, plate, created_at)
    select ${departmentId}::integer, gen_random_uuid()::text, ${at(createdAt)} from generate_series(1, ${count}::integer) returning id`);
  return rows.map(({ id }) => id);
}

export const addVehicle = async (db: Queryable, departmentId: number, createdAt?: number) =>
  (await addVehicles(db, departmentId, 1, createdAt))[0]!;

/** Times epoch ms. */
export type TestAlarm = {
  readonly vehicleId: number;
  readonly startAt: number;
  readonly typeId?: number;
  readonly level?: 1 | 2 | 3;
  readonly lastedMs?: number;
  /** It lasts: `lastedMs` is up to its last report. */
  readonly lasting?: boolean;
  readonly brief?: boolean;
  readonly late?: boolean;
  readonly dueAt?: number | null;
  /** The highest judged speed and its limit, km/h. */
  readonly judged?: { readonly kmh: number; readonly limit: number };
};

/** Enters an alarm with its case; resolves to its number. */
export async function addAlarm(db: Queryable, alarm: TestAlarm): Promise<string> {
  const {
    vehicleId,
    startAt,
    typeId = 1,
    level = 2,
    lastedMs = MINUTE,
    lasting = false,
    brief = false,
    late = false,
    judged,
  } = alarm;
  const gid = randomUUID();
  const lastAt = startAt + lastedMs;
  await db.run(sql`
    insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, end_at, received_at, start_lng, start_lat, last_lng,
      last_lat, start_kmh, max_kmh, value, limit_value, times, brief, late)
    values (${gid}, ${vehicleId}, ${typeId}, 0, ${level}, ${at(startAt)}, ${at(lastAt)}, ${at(lasting ? null : lastAt)}, ${at(startAt)},
      113, 23, 113, 23, 60, 60, ${judged?.kmh ?? null}::real, ${judged?.limit ?? null}::real, 1, ${brief}, ${late})`);
  if (!brief)
    await db.run(sql`
      insert into alarm_case (gid, vehicle_id, type_id, level, start_at, due_at)
      values (${gid}, ${vehicleId}, ${typeId}, ${level}, ${at(startAt)}, ${at(alarm.dueAt ?? null)})`);
  return gid;
}

export type TestDecision = {
  readonly at: number;
  readonly state?: 2 | 3;
  readonly dealType?: 1 | 5 | 6;
  readonly automatic?: boolean;
};

export const decide = (db: Queryable, gid: string, { at: dealtAt, state = 2, dealType = 5, automatic = false }: TestDecision) =>
  db.run(sql`
    update alarm_case set state = ${state}, deal_type = ${dealType}, dealt_at = ${at(dealtAt)}, automatic = ${automatic}, version = version + 1
    where gid = ${gid}`);

/** A user claims it; null: releases it. */
export const claim = (db: Queryable, gid: string, claimedAt: number | null) =>
  db.run(sql`update alarm_case set state = ${claimedAt === null ? 0 : 1}, claimed_at = ${at(claimedAt)} where gid = ${gid}`);

/** A stay; `logoutAt` null: it lasts. */
export const addStay = (db: Queryable, vehicleId: number, loginAt: number, lastAt: number, logoutAt: number | null = lastAt) =>
  db.run(sql`
    insert into online_session (vehicle_id, login_at, last_msg_at, logout_at, transport)
    values (${vehicleId}, ${at(loginAt)}, ${at(lastAt)}, ${at(logoutAt)}, 'tcp')`);

/** Continues or ends a session, as the journal writes it. */
export const goOn = (db: Queryable, vehicleId: number, lastAt: number, logoutAt: number | null = null) =>
  db.run(sql`
    update online_session set last_msg_at = ${at(lastAt)}, logout_at = ${at(logoutAt)} where vehicle_id = ${vehicleId} and logout_at is null`);

export const alarmDays = (db: Queryable, vehicleId: number) =>
  db.query(sql`select * from alarm_day where vehicle_id = ${vehicleId} order by day, type_id, level, driver_id`);
export const onlineDays = (db: Queryable, vehicleId: number) =>
  db.query(sql`select * from online_day where vehicle_id = ${vehicleId} order by day`);
export const departmentDays = (db: Queryable, departmentId: number) =>
  db.query(sql`select * from dept_day where department_id = ${departmentId} order by day`);

/** The overspeed figures of a day of alarms: counts by grade, and the highest speed; of all, and of those that are no false alarms. */
export const gradeFigures = (all: readonly number[] | null, maxKmh: number | null, confirmed = all, confirmedKmh = maxKmh) => ({
  ...Object.fromEntries([1, 2, 3, 4].map((grade, i) => [`grade${grade}`, all?.[i] ?? null])),
  max_kmh: maxKmh,
  ...Object.fromEntries([1, 2, 3, 4].map((grade, i) => [`confirmed${grade}`, confirmed?.[i] ?? null])),
  confirmed_kmh: confirmedKmh,
});

/** The same, counted from overspeeds with their judged speeds: grades begin at 0, 10, 20 and 50 percent above the limit. */
export function countGrades(
  overspeeds: readonly { readonly kmh: number; readonly limit: number | null; readonly isFalse: boolean }[],
) {
  const count = (some: typeof overspeeds) =>
    [0, 10, 20, 50].map((from, i, all) => {
      const [least, most] = [from, all[i + 1] ?? Number.POSITIVE_INFINITY];
      const beyond = some.flatMap(({ kmh, limit }) => (limit ? [(100 * (kmh - limit)) / limit] : []));
      return beyond.filter((percent) => (percent >= least || least === 0) && percent < most).length;
    });
  const highest = (some: typeof overspeeds) => (some.length === 0 ? null : Math.max(...some.map(({ kmh }) => kmh)));
  const confirmed = overspeeds.filter(({ isFalse }) => !isFalse);
  return gradeFigures(count(overspeeds), highest(overspeeds), count(confirmed), highest(confirmed));
}

/** 24 counts, by hour. */
export const hours = (counts: Readonly<Record<number, number>>) => Array.from({ length: 24 }, (_, hour) => counts[hour] ?? 0);

/** As if the process were killed at the end of its n-th transaction, before that is committed. */
export function killedAt(db: Db, n: number): Db {
  let seen = 0;
  return {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const result = await work(tx);
        if (++seen === n) throw new Error('killed');
        return result;
      }),
  };
}
