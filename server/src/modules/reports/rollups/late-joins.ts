import { type Queryable, sql } from '../../../platform/db/database.ts';
import { joinedDay } from '../facts/department-days.ts';
import type { RollupDeps } from './rollup-deps.ts';
import { lockRollup } from './vehicle-days.ts';

/**
 * Adds vehicles to the closed days that were counted before their first positions came, once each. Its department of a day is that of
 * its figures of that day or before, else its current one. Returns the number of changed rows.
 */
export async function countLateJoins(tx: Queryable, { timeZone }: Pick<RollupDeps, 'timeZone'>): Promise<number> {
  await tx.query(lockRollup('dept_day'));
  return tx.run(sql`
    with late as (
      select v.id, v.department_id, v.created_at, v.deleted_at, j.day,
        coalesce(s.day, (select max(day) + 1 from dept_day)) as counted_from
      from vehicle v left join joined_day s on s.vehicle_id = v.id cross join lateral (select ${joinedDay({ timeZone })} as day offset 0) j
      where j.day < coalesce(s.day, 'infinity')
    ), known as (
      insert into joined_day as k (vehicle_id, day) select id, day from late
      on conflict (vehicle_id) do update set day = excluded.day
    ), joins as (
      select o.department_id, g.day::date as day, count(*) as joined, count(*) filter (where l.created_at >= e.end_at) as unregistered
      from late l cross join lateral generate_series(l.day, l.counted_from - 1, interval '1 day') g (day)
        cross join lateral (select (g.day::date + 1)::timestamp at time zone ${timeZone}::text as end_at) e
        cross join lateral (
          select coalesce((select k.department_id from vehicle_day k where k.vehicle_id = l.id and k.day <= g.day::date order by k.day desc limit 1),
            l.department_id) as department_id) o
      where l.deleted_at is null or l.deleted_at >= e.end_at
      group by 1, 2
    )
    update dept_day d set joined = d.joined + j.joined, vehicle_total = d.vehicle_total + j.unregistered
    from joins j where d.department_id = j.department_id and d.day = j.day`);
}
