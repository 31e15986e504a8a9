import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { GROUPS } from '../model/measures.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { withOpenSegments } from './open-segments.ts';
import { businessDayOf } from './row-times.ts';
import { USABLE } from './usable-positions.ts';
import { requestedVehicles } from './vehicle-columns.ts';

/** The hours of the night ban (report catalogue 3.8). */
export const BANNED_HOURS = '02:00-05:00';
const NIGHT_RULE = '130104';
const [NIGHT_BAN] = GROUPS.nightBan;

/** Columns of alarms, of runs too. */
const COLUMNS = sql`gid, vehicle_id, type_id, level, start_at, end_at, last_at, start_lng, start_lat, last_lng, last_lat, max_kmh, value,
  limit_value, distance_km, brief, covered_by`;

/** Whether a rule of the night ban exempts the vehicle of a trip `f`. */
const IS_EXEMPT = sql`exists (
  select from warn_scheme s where s.kind = ${NIGHT_RULE} and s.enabled and s.params -> 'exempt' ? f.vehicle_id::text
    and (f.start_at at time zone s.time_zone)::date between coalesce(s.valid_from, '-infinity') and coalesce(s.valid_to, 'infinity'))`;

/** The requested window of each day that touches the requested times: `from_at`, `to_at`. */
function windows(request: ReportRequest): Sql {
  const [from = '', to = ''] = request.text('timeWindow').split('-');
  const { timeZone } = request;
  const nextDay = to <= from ? 1 : 0;
  const day = (instant: number) => businessDayOf(request, sql`${at(instant)}::timestamptz`);
  return sql`select (d.day::date + ${from}::time) at time zone ${timeZone}::text as from_at,
      (d.day::date + ${nextDay}::integer + ${to}::time) at time zone ${timeZone}::text as to_at
    from generate_series(${day(request.times.from)} - 1, ${day(request.times.to)}, interval '1 day') d (day)`;
}

/**
 * Rows `f` like alarms: the alarms of the night ban, or the parts of trips in other hours. The rule raises no alarm for exempt
 * vehicles, so their runs come from trips. Undefined: the alarms alone.
 */
export function nightRuns(request: ReportRequest): Sql | undefined {
  const asBanned = request.text('timeWindow') === BANNED_HOURS;
  const withExempt = request.number('withExempt') === 1;
  if (asBanned && !withExempt) return undefined;
  const { from, to } = request.times;
  const vehicles = requestedVehicles(request, sql`f.vehicle_id`).reduce((all, each) => sql`${all} and ${each}`);
  const share = sql`extract(epoch from w.to_at - w.from_at) / nullif(extract(epoch from f.end_at - f.start_at), 0)`;
  const isAlarm = sql`exists (select from alarm a where a.vehicle_id = f.vehicle_id and a.type_id = ${NIGHT_BAN}::smallint
    and a.start_at between w.from_at - interval '1 day' and w.to_at and coalesce(a.end_at, a.last_at) > w.from_at)`;
  // a part of a trip has the places and the highest speed of its own positions
  const runs = sql`
    select null::uuid, f.vehicle_id, ${NIGHT_BAN}::smallint, 1::smallint, w.from_at,
      case when f.is_open and w.to_at = f.end_at then null else w.to_at end, w.to_at,
      coalesce(p.from_lng, f.start_lng), coalesce(p.from_lat, f.start_lat), coalesce(p.to_lng, f.end_lng), coalesce(p.to_lat, f.end_lat),
      coalesce(p.max_kmh, f.max_speed_kmh), null::real, null::real, round((f.distance_km * ${share})::numeric, 3)::float8, false, null::uuid
    from ${withOpenSegments('trip')} join vehicle v on v.id = f.vehicle_id
    cross join lateral (
      select greatest(f.start_at, n.from_at) as from_at, least(f.end_at, n.to_at) as to_at
      from (${windows(request)}) n where f.start_at < n.to_at and f.end_at > n.from_at) w
    left join lateral (
      select (array_agg(p.lng order by p.gnss_at))[1] as from_lng, (array_agg(p.lat order by p.gnss_at))[1] as from_lat,
        (array_agg(p.lng order by p.gnss_at desc))[1] as to_lng, (array_agg(p.lat order by p.gnss_at desc))[1] as to_lat,
        max(p.speed_kmh) as max_kmh
      from position p where p.vehicle_id = f.vehicle_id and p.gnss_at between w.from_at and w.to_at and ${USABLE}
        and (w.from_at > f.start_at or w.to_at < f.end_at)) p on true
    where ${vehicles}
      and f.start_at >= ${at(from)}::timestamptz - interval '2 days' and f.start_at < ${at(to)} and f.end_at > ${at(from)}
      and ${asBanned ? sql`${IS_EXEMPT} and not ${isAlarm}` : withExempt ? sql`true` : sql`not ${IS_EXEMPT}`}`;
  return asBanned ? sql`(select ${COLUMNS} from alarm union all ${runs}) f` : sql`(${runs}) f (${COLUMNS})`;
}
