import { type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import { NEVER, spanRows, toInstant, type VehicleSpan } from './duties.ts';

/**
 * Recounts sign-in times on the days that spans touch, one span per vehicle. Returns the number of changed rows. Assigned drivers
 * are not signed in.
 */
export async function countDutyDays(tx: Queryable, spans: readonly VehicleSpan[], timeZone: string): Promise<number> {
  if (spans.length === 0) return 0;
  const dayOf = (at: Sql): Sql => sql`(${at} at time zone ${timeZone}::text)::date`;
  const beginOf = (day: Sql): Sql => sql`((${day})::timestamp at time zone ${timeZone}::text)`;
  const row = await tx.first<{ changed: number }>(sql`
    with asked as (
      select u.vehicle_id, ${dayOf(toInstant(sql`u.from_ms`))} as first, ${dayOf(toInstant(sql`least(u.until_ms, ${NEVER}::float8)`))} as last
      from ${spanRows(spans)}),
    -- no duty lies in more than two days
    counted as (
      select k.driver_id, p.day, k.vehicle_id,
        sum(round(1000 * extract(epoch from least(k.end_at, p.until) - greatest(k.start_at, p.begin))))::integer as duty_ms,
        min(k.start_at) filter (where k.start_at >= p.begin) as first_at, max(k.end_at) filter (where k.end_at < p.until) as last_at
      from asked a join driver_duty k on k.vehicle_id = a.vehicle_id and k.start_at >= ${beginOf(sql`a.first - 1`)}
          and k.start_at < ${beginOf(sql`a.last + 1`)}
        cross join (values (0), (1)) n (later) cross join lateral (select ${dayOf(sql`k.start_at`)} + n.later as day) d
        cross join lateral (select d.day, ${beginOf(sql`d.day`)} as begin, ${beginOf(sql`d.day + 1`)} as until) p
      where k.source <> 4 and k.driver_id is not null and p.day between a.first and a.last and k.end_at > p.begin
      group by k.driver_id, p.day, k.vehicle_id),
    gone as (
      delete from duty_day d using asked a where d.vehicle_id = a.vehicle_id and d.day between a.first and a.last and not exists (
        select from counted c where c.driver_id = d.driver_id and c.day = d.day and c.vehicle_id = d.vehicle_id) returning 1),
    written as (
      insert into duty_day as d (driver_id, day, vehicle_id, duty_ms, first_at, last_at)
      select driver_id, day, vehicle_id, duty_ms, first_at, last_at from counted
      on conflict (driver_id, day, vehicle_id) do update
        set duty_ms = excluded.duty_ms, first_at = excluded.first_at, last_at = excluded.last_at
        where (d.duty_ms, d.first_at, d.last_at) is distinct from (excluded.duty_ms, excluded.first_at, excluded.last_at)
      returning 1)
    select ((select count(*) from gone) + (select count(*) from written))::integer as changed`);
  return row!.changed;
}
