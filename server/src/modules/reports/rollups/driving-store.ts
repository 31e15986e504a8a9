import type { BusinessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import type { DrivenDay, DrivePeriod } from '../../../engine/drivers/driving.ts';
import { type Queryable, sql } from '../../../platform/db/database.ts';
import { groupByVehicle, NEVER, spanRows, toInstant } from './duties.ts';

/** A rest longer than this has no length. */
const MAX_REST_MS = 31 * DAY_MS;

export type OfVehicle<T> = T & { readonly vehicleId: number };
/** Rows as stored. */
export type PeriodRow = {
  readonly startAt: number;
  readonly endAt: number;
  readonly driverId: number;
  readonly driveS: number;
  readonly nightS: number;
  readonly exceededAt: number | null;
};
type DayRow = {
  readonly day: string;
  readonly driverId: number;
  readonly km: number;
  readonly driveS: number;
  readonly nightS: number;
  readonly longestS: number;
};

/** Recalculated driving of a vehicle: all periods that begin from `from` to `until`, and these days. */
export type RebuiltDriving = OfVehicle<{
  readonly from: number;
  readonly until: number;
  readonly periods: readonly DrivePeriod[];
  readonly days: readonly BusinessDay[];
  readonly driven: readonly DrivenDay[];
}>;

/** Updates the stored rows. Returns how many changed. */
export async function saveDriving(
  tx: Queryable,
  rebuilt: readonly RebuiltDriving[],
  storedPeriods: (vehicleId: number) => readonly PeriodRow[],
): Promise<number> {
  if (rebuilt.length === 0) return 0;
  const changed = (await writePeriods(tx, rebuilt, storedPeriods)) + (await writeDays(tx, rebuilt));
  await updateRests(tx, rebuilt);
  return changed;
}

const seconds = (ms: number): number => Math.round(ms / SECOND_MS);
const periodRow = ({ startAt, endAt, driverId, driveMs, nightMs, exceededAt }: DrivePeriod): PeriodRow => ({
  startAt,
  endAt,
  driverId,
  driveS: seconds(driveMs),
  nightS: seconds(nightMs),
  exceededAt,
});
const periodKey = (row: PeriodRow): string =>
  [row.startAt, row.endAt, row.driverId, row.driveS, row.nightS, row.exceededAt].join(' ');

async function writePeriods(
  tx: Queryable,
  rebuilt: readonly RebuiltDriving[],
  storedPeriods: (vehicleId: number) => readonly PeriodRow[],
): Promise<number> {
  const obsolete: OfVehicle<PeriodRow>[] = [];
  const added: OfVehicle<PeriodRow>[] = [];
  for (const { vehicleId, from, until, periods } of rebuilt) {
    const before = storedPeriods(vehicleId).filter(({ startAt }) => startAt >= from && startAt <= until);
    const after = periods.map(periodRow);
    const [known, expected] = [new Set(before.map(periodKey)), new Set(after.map(periodKey))];
    obsolete.push(...before.filter((row) => !expected.has(periodKey(row))).map((row) => ({ ...row, vehicleId })));
    added.push(...after.filter((row) => !known.has(periodKey(row))).map((row) => ({ ...row, vehicleId })));
  }
  await tx.run(sql`
    delete from drive_period p using unnest(${obsolete.map(({ vehicleId }) => vehicleId)}::integer[],
      ${obsolete.map(({ startAt }) => startAt)}::float8[]) u (vehicle_id, start_ms)
    where p.vehicle_id = u.vehicle_id and p.start_at = ${toInstant(sql`u.start_ms`)}`);
  await tx.run(sql`
    insert into drive_period (vehicle_id, start_at, end_at, driver_id, drive_s, night_s, exceeded_at)
    select v.id, ${toInstant(sql`u.start_ms`)}, ${toInstant(sql`u.end_ms`)}, u.driver_id, u.drive_s, u.night_s, ${toInstant(sql`u.exceeded_ms`)}
    from unnest(${added.map(({ vehicleId }) => vehicleId)}::integer[], ${added.map(({ startAt }) => startAt)}::float8[],
      ${added.map(({ endAt }) => endAt)}::float8[], ${added.map(({ driverId }) => driverId)}::integer[],
      ${added.map(({ driveS }) => driveS)}::integer[], ${added.map(({ nightS }) => nightS)}::integer[],
      ${added.map(({ exceededAt }) => exceededAt)}::float8[])
      u (vehicle_id, start_ms, end_ms, driver_id, drive_s, night_s, exceeded_ms) join vehicle v on v.id = u.vehicle_id`);
  return obsolete.length + added.length;
}

const dayRow = ({ day, driverId, km, driveMs, nightMs, longestMs }: DrivenDay): DayRow => ({
  day,
  driverId,
  km,
  driveS: seconds(driveMs),
  nightS: seconds(nightMs),
  longestS: seconds(longestMs),
});
const dayKey = (row: DayRow): string => [row.day, row.driverId, row.km, row.driveS, row.nightS, row.longestS].join(' ');

async function writeDays(tx: Queryable, rebuilt: readonly RebuiltDriving[]): Promise<number> {
  const pairs = rebuilt.flatMap(({ vehicleId, days }) => days.map(({ key }) => ({ vehicleId, key })));
  const known = groupByVehicle(
    await tx.query<OfVehicle<DayRow>>(sql`
      select d.vehicle_id as "vehicleId", to_char(d.day, 'YYYY-MM-DD') as day, d.driver_id as "driverId", d.km, d.drive_s as "driveS",
        d.night_drive_s as "nightS", d.longest_drive_s as "longestS"
      from unnest(${pairs.map(({ vehicleId }) => vehicleId)}::integer[], ${pairs.map(({ key }) => key)}::date[]) u (vehicle_id, day)
        join driver_day d on d.vehicle_id = u.vehicle_id and d.day = u.day`),
  );
  const obsolete: OfVehicle<DayRow>[] = [];
  const added: OfVehicle<DayRow>[] = [];
  for (const { vehicleId, driven } of rebuilt) {
    const [before, after] = [known(vehicleId), driven.map(dayRow)];
    const [rows, expected] = [new Set(before.map(dayKey)), new Set(after.map(dayKey))];
    obsolete.push(...before.filter((row) => !expected.has(dayKey(row))));
    added.push(...after.filter((row) => !rows.has(dayKey(row))).map((row) => ({ ...row, vehicleId })));
  }
  // a vehicle that moves keeps its history, and has one company a day
  await tx.run(sql`
    insert into driver_day as d (driver_id, day, vehicle_id, department_id, km, drive_s, night_drive_s, longest_drive_s)
    select u.driver_id, u.day, v.id, coalesce(
        (select department_id from driver_day k where k.vehicle_id = v.id and k.day = u.day limit 1),
        (select department_id from alarm_day k where k.vehicle_id = v.id and k.day = u.day limit 1),
        (select department_id from online_day k where k.vehicle_id = v.id and k.day = u.day),
        (select department_id from vehicle_day k where k.vehicle_id = v.id and k.day = u.day),
        v.department_id), u.km, u.drive_s, u.night_s, u.longest_s
    from unnest(${added.map(({ driverId }) => driverId)}::integer[], ${added.map(({ day }) => day)}::date[],
      ${added.map(({ vehicleId }) => vehicleId)}::integer[], ${added.map(({ km }) => km)}::float8[],
      ${added.map(({ driveS }) => driveS)}::integer[], ${added.map(({ nightS }) => nightS)}::integer[],
      ${added.map(({ longestS }) => longestS)}::integer[]) u (driver_id, day, vehicle_id, km, drive_s, night_s, longest_s)
      join vehicle v on v.id = u.vehicle_id
    on conflict (driver_id, day, vehicle_id) do update set km = excluded.km, drive_s = excluded.drive_s,
      night_drive_s = excluded.night_drive_s, longest_drive_s = excluded.longest_drive_s`);
  const addedKeys = new Set(added.map(({ vehicleId, driverId, day }) => `${vehicleId} ${driverId} ${day}`));
  const removed = obsolete.filter(({ vehicleId, driverId, day }) => !addedKeys.has(`${vehicleId} ${driverId} ${day}`));
  await tx.run(sql`
    delete from driver_day d using unnest(${removed.map(({ driverId }) => driverId)}::integer[], ${removed.map(({ day }) => day)}::date[],
      ${removed.map(({ vehicleId }) => vehicleId)}::integer[]) u (driver_id, day, vehicle_id)
    where d.driver_id = u.driver_id and d.day = u.day and d.vehicle_id = u.vehicle_id`);
  return removed.length + added.length;
}

/** Updates the rests after changed periods and the ones before: until the same driver drives again. */
const updateRests = (tx: Queryable, rebuilt: readonly RebuiltDriving[]): Promise<number> =>
  tx.run(sql`
    update drive_period p set rest_after_s = n.rest_s from (
      select u.from_ms, u.until_ms, k.vehicle_id, k.start_at, k.end_at,
        case when k.next_at - k.end_at <= ${MAX_REST_MS}::float8 * interval '1 millisecond'
          then round(extract(epoch from k.next_at - k.end_at))::integer end as rest_s
      from ${spanRows(rebuilt)} cross join lateral (
        select d.vehicle_id, d.start_at, d.end_at, lead(d.start_at) over (partition by d.driver_id order by d.start_at) as next_at
        from drive_period d where d.vehicle_id = u.vehicle_id
          and d.end_at >= ${toInstant(sql`(u.from_ms - ${MAX_REST_MS}::float8)`)}
          and d.start_at <= ${toInstant(sql`least(u.until_ms + ${MAX_REST_MS}::float8, ${NEVER}::float8)`)}) k
      where k.start_at <= ${toInstant(sql`u.until_ms`)}) n
    where p.vehicle_id = n.vehicle_id and p.start_at = n.start_at and p.rest_after_s is distinct from n.rest_s`);
