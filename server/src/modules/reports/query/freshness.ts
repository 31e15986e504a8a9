import { businessDay, parseDayKey } from '@fleetwarden/domain/business-day';
import { at, type Queryable, sql } from '../../../platform/db/database.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { REBUILD_KIND } from '../rollups/rebuild.ts';

/** Limit of the days listed as incomplete. */
const MAX_UNSURE_DAYS = 31;

/**
 * How far today's data is counted (epoch ms; null: not at all), and the requested days that may still change: past days with late
 * positions, unless they only wait for more, and days under recalculation.
 */
export async function loadFreshness(
  db: Queryable,
  { days, departments, now, timeZone }: ReportRequest,
): Promise<{ asOf: number | null; incomplete: string[] }> {
  const today = businessDay(now, timeZone).key;
  const late = await db.query<{ day: string }>(sql`
    with recursive rebuilt as (
      select coalesce((t.payload ->> 'deptId')::integer, t.department_id) as department,
        greatest((t.payload ->> 'from')::date, ${days.from}::date) as first, least((t.payload ->> 'to')::date, ${days.to}::date) as last
      from task t where t.kind = ${REBUILD_KIND} and t.state in ('queued', 'running')
    ), below as (
      select department, first, last from rebuilt where first <= last
      union select d.id, b.first, b.last from below b join department d on d.parent_id = b.department
    )
    select day from (
      select l.day from late_day l join vehicle v on v.id = l.vehicle_id
      where l.day between ${days.from}::date and ${days.to}::date and l.day < ${today}::date and l.waits_at is null
        and v.department_id = any(${[...departments]})
      union
      select s.day::date from below b cross join generate_series(b.first, b.last, interval '1 day') s (day)
      where b.department = any(${[...departments]})) unsure
    order by day limit ${MAX_UNSURE_DAYS}`);
  const incomplete = late.map(({ day }) => day);
  if (days.to < today) return { asOf: now, incomplete };
  const row = await db.first<{ told: number | null }>(sql`
    select max(updated_at) as told from vehicle_day where day = ${today}::date and updated_at >= ${at(parseDayKey(today, timeZone).startAt)}`);
  return { asOf: row?.told ?? null, incomplete };
}
