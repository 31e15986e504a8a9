import { type Sql, sql } from '../../../platform/db/database.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { NOT_COUNTED } from '../rollups/joined-vehicles.ts';
import { vehicleKinds } from './requested-kinds.ts';
import { businessDayOf } from './row-times.ts';

type Requested = Pick<ReportRequest, 'departments' | 'days' | 'list' | 'timeZone'>;

/** The day of the first valid position of a vehicle `v`; trips, stops and the last state prove it before its days were counted. */
export const joinedDay = (request: Pick<ReportRequest, 'timeZone'>): Sql => sql`least(
  (select j.day from vehicle_day j where j.vehicle_id = v.id and j.point_valid > 0 order by j.day limit 1),
  (select ${businessDayOf(request, sql`j.start_at`)} from trip j where j.vehicle_id = v.id order by j.start_at limit 1),
  (select ${businessDayOf(request, sql`j.start_at`)} from stop j where j.vehicle_id = v.id order by j.start_at limit 1),
  (select ${businessDayOf(request, sql`j.gnss_at`)} from vehicle_latest j where j.vehicle_id = v.id and not j.stale and ${NOT_COUNTED}))`;

/**
 * The table of department days. With vehicle types or industries chosen, it is counted from their vehicles, with their current
 * department: stored counts are of all vehicles.
 */
export function departmentDays(request: Requested): Sql {
  const kinds = vehicleKinds(request, sql`v.id`);
  if (kinds.length === 0) return sql`dept_day`;
  const { from, to } = request.days;
  return sql`(
    select v.department_id, g.day::date as day, count(*) filter (where n.is_present) as vehicle_total,
      count(*) filter (where n.has_joined) as joined, count(e.vehicle_id) filter (where n.has_joined) as exempt,
      count(*) filter (where g.day = v.created) as new_count, count(*) filter (where g.day = v.gone) as left_count
    from (
      select v.id, v.department_id, ${businessDayOf(request, sql`v.created_at`)} as created,
        ${businessDayOf(request, sql`v.deleted_at`)} as gone, ${joinedDay(request)} as joined
      -- evaluated once per vehicle, not for each of its days
      from vehicle v where v.department_id = any(${[...request.departments]}) and ${kinds[0]!} offset 0) v
      cross join lateral generate_series(greatest(${from}::date, least(v.created, v.joined)), least(${to}::date, v.gone),
        interval '1 day') g (day)
      cross join lateral (select v.gone is null or g.day < v.gone as is_present) p
      cross join lateral (select p.is_present, p.is_present and coalesce(v.joined <= g.day, false) as has_joined) n
      left join exempt_day e on e.vehicle_id = v.id and e.day = g.day::date
    group by 1, 2)`;
}
