import type { StoredPoint } from '../engine/rebuild.ts';
import { liveSince } from '../engine/vehicle.ts';
import { restoreState } from '../engine/vehicle-state.ts';
import { at, type Db, type Queryable, sql } from '../platform/db/database.ts';
import { LATE_DAYS_TAKEN, LATE_PAGE_ROWS, SHIFTED_DAYS_TAKEN } from './limits.ts';

/** A claimed row of `late_day`. Epoch ms; `waitsAt` Infinity: there was no live stream. */
export type TakenDay = {
  readonly vehicleId: number;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly lastAt: number;
  readonly changedAt: number;
  readonly marks: number;
  readonly waitsAt: number | null;
};

/** Start and end of a stored trip or stop. */
export type StoredSegment = { readonly startAt: number; readonly endAt: number };

export type TakeOptions = { readonly quietMs: number; readonly patienceMs: number; readonly restMs: number };

/** Key of the advisory locks that allow one recalculation per vehicle at a time: 'late' in ASCII. */
const LOCK = 0x6c_61_74_65;

const ms = (value: number) => sql`${value}::float8 * interval '1 millisecond'`;

/** Database clock in microseconds, for `takeLateDays`. */
export async function databaseClock(db: Db): Promise<string> {
  const row = await db.first<{ clock: string }>('select clock_timestamp()::text as clock');
  return row!.clock;
}

/** Claims due late days not yet claimed since `runAt`. The claim lasts `restMs`. */
export function takeLateDays(db: Db, runAt: string, { quietMs, patienceMs, restMs }: TakeOptions): Promise<TakenDay[]> {
  return db.query<TakenDay>(sql`
    update late_day set rest_until = clock_timestamp() + ${ms(restMs)}
    where (vehicle_id, day) in (
      select vehicle_id, day from late_day
      where (changed_at <= now() - ${ms(quietMs)} or since <= now() - ${ms(patienceMs)})
      and (rest_until is null or rest_until <= ${runAt}::timestamptz)
      order by vehicle_id, day limit ${LATE_DAYS_TAKEN} for update skip locked)
    returning vehicle_id as "vehicleId", day, last_at as "lastAt", changed_at as "changedAt", marks, waits_at as "waitsAt"`);
}

/** Shifted days that the live stream has left, by its last saved state. */
export function takeShiftedDays(db: Db, timeZone: string): Promise<{ vehicleId: number; day: string }[]> {
  return db.query(sql`
    select d.vehicle_id as "vehicleId", d.day from vehicle_day d join vehicle_latest l on l.vehicle_id = d.vehicle_id
    where d.shift is not null and (l.engine -> 'days' -> 'open' -> 0 ->> 'startAt')::float8
      >= extract(epoch from (d.day + 1)::timestamp at time zone ${timeZone}::text) * 1000
    order by d.day, d.vehicle_id limit ${SHIFTED_DAYS_TAKEN}`);
}

/** Locks the vehicle until the transaction ends. False: another recalculation holds the lock. */
export async function lockVehicle(tx: Queryable, vehicleId: number): Promise<boolean> {
  const row = await tx.first<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}, ${vehicleId}) as held`);
  return row!.held;
}

/** Start of the live stream's segments by its last saved state; Infinity if it has no usable point. */
export async function savedLiveSince(db: Queryable, vehicleId: number): Promise<number> {
  const row = await db.first<{ engine: unknown }>(sql`select engine from vehicle_latest where vehicle_id = ${vehicleId}`);
  return liveSince(restoreState(row?.engine)) ?? Number.POSITIVE_INFINITY;
}

/** Start of the stored segment that covers this instant, or null. */
export async function coverStart(tx: Queryable, vehicleId: number, instant: number): Promise<number | null> {
  const newestBefore = (table: typeof TRIP) =>
    sql`select * from (select start_at, end_at from ${table} where vehicle_id = ${vehicleId} and start_at <= ${at(instant)}
        order by start_at desc limit 1) as newest where end_at > ${at(instant)}`;
  const row = await tx.first<{ startAt: number | null }>(
    sql`select min(start_at) as "startAt" from (${newestBefore(TRIP)} union all ${newestBefore(STOP)}) as cover`,
  );
  return row?.startAt ?? null;
}

const TRIP = sql`trip`;
const STOP = sql`stop`;

/** Stored trips and stops that start from `from` to before `until`, which may be Infinity. */
export function storedSegments(tx: Queryable, vehicleId: number, from: number, until: number): Promise<StoredSegment[]> {
  const within = startsWithin(vehicleId, from, until);
  return tx.query<StoredSegment>(sql`
    select start_at as "startAt", end_at as "endAt" from trip where ${within}
    union all select start_at, end_at from stop where ${within}`);
}

/** Deletes the segments that `storedSegments` returns. */
export async function removeSegments(tx: Queryable, vehicleId: number, from: number, until: number): Promise<void> {
  const within = startsWithin(vehicleId, from, until);
  await tx.run(sql`delete from trip where ${within}`);
  await tx.run(sql`delete from stop where ${within}`);
}

const startsWithin = (vehicleId: number, from: number, until: number) =>
  sql`vehicle_id = ${vehicleId} and start_at >= ${at(from)} and start_at < ${instant(until)}`;

/** The next page of positions from `from` to before `until` (epoch ms), in order of time. */
export function readPositions(tx: Queryable, vehicleId: number, from: number, until: number): Promise<StoredPoint[]> {
  return tx.query<StoredPoint>(sql`
    select gnss_at as "deviceAt", lng, lat, speed_kmh as "speedKmh", status_bits as "statusBits", quality from position
    where vehicle_id = ${vehicleId} and gnss_at >= ${at(from)} and gnss_at < ${at(until)} order by gnss_at limit ${LATE_PAGE_ROWS}`);
}

export const isWholePage = (points: readonly unknown[]): boolean => points.length === LATE_PAGE_ROWS;

/** Deletes the mark of a recalculated day, unless the day was marked again meanwhile. */
export async function forgetDay(tx: Queryable, { vehicleId, day, marks }: TakenDay): Promise<void> {
  await tx.run(sql`delete from late_day where vehicle_id = ${vehicleId} and day = ${day} and marks = ${marks}`);
}

/** Notes that the day is final only up to the live stream's part, which starts at `waitsAt`. */
export async function deferDay(tx: Queryable, { vehicleId, day, marks }: TakenDay, waitsAt: number): Promise<void> {
  await tx.run(sql`update late_day set waits_at = ${instant(waitsAt)}, since = now()
    where vehicle_id = ${vehicleId} and day = ${day} and marks = ${marks}`);
}

function instant(value: number): Date | string {
  return Number.isFinite(value) ? at(value) : 'infinity';
}
