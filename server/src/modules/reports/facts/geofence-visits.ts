import { SHAPE } from '@fleetwarden/domain/area-geometry';
import { at, type Sql, sql } from '../../../platform/db/database.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { requestedNumbers, whereAmong } from './row-times.ts';

/** Maximum length of a row of `area_visit`: a day, including one with an extra hour. */
export const MAX_VISIT_ROW = sql`interval '25 hours'`;

/** Joins visits `f` to the geofence outline `o` of that time. */
export const JOIN_GEOFENCE: Sql = sql`join area_outline o on o.id = f.place_id`;

/** Columns of a geofence. AREA_TYPE: 1 circle, 2 rectangle, 3 polygon, 4 route. */
export const GEOFENCE_COLUMNS = {
  areaName: sql`o.name`,
  areaType: sql`case (o.geo ->> 'shape')::integer when ${SHAPE.circle}::integer then 1 when ${SHAPE.rectangle}::integer then 2
    when ${SHAPE.polygon}::integer then 3 when ${SHAPE.route}::integer then 4 end`,
} as const;

/** `where` for the requested geofences, or all that the user may see. */
export const requestedGeofences = (request: ReportRequest, place: Sql = sql`f.place_id`): Sql[] => [
  sql`${place} in (select n.id from area_outline n where n.department_id = any(${[...request.scope]}) ${
    whereAmong(sql`n.area_id`, requestedNumbers(request, 'areaIds')).map((each) => sql`and ${each}`)[0] ?? sql``
  })`,
];

/**
 * The `names` and `ids` of the requested geofences around a vehicle at an instant; null if none. As subqueries, PostgreSQL computes
 * them for the rows of a page only, and not for sums.
 */
export function geofencesAt(request: ReportRequest, vehicle: Sql, instant: Sql): { readonly names: Sql; readonly ids: Sql } {
  const select = (values: Sql) => sql`(
  select ${values} from area_visit b join area_outline o on o.id = b.place_id
  where b.vehicle_id = ${vehicle} and b.enter_at > ${instant} - ${MAX_VISIT_ROW} and b.enter_at <= ${instant} and b.leave_at > ${instant}
    and ${requestedGeofences(request, sql`b.place_id`)[0]!})`;
  return {
    names: select(sql`string_agg(distinct o.name, ', ')`),
    ids: select(sql`string_agg(distinct o.area_id::text, ',')`),
  };
}

/** `where` for visits that began in the requested times. */
export const enteredInTimes = ({ times }: Pick<ReportRequest, 'times'>): Sql => sql`f.enter_at >= ${at(times.from)}::timestamptz
  and f.enter_at < ${at(times.to)}::timestamptz`;

/** Stay in s. */
export const STAY_S: Sql = sql`extract(epoch from f.leave_at - f.enter_at)::float8`;

/** Counts visits. A visit that was in progress at the start counts too. */
export const countVisits = ({ times }: Pick<ReportRequest, 'times'>): Sql =>
  sql`count(*) filter (where not f.continued or f.enter_at = ${at(times.from)}::timestamptz)`;

/** The start of the visit that a row `q` continues. */
export const visitStart = (q: Sql): Sql => sql`case when ${q}.continued then coalesce((
    select max(b.enter_at) from area_visit b
    where b.vehicle_id = ${q}.vehicle_id and b.place_id = ${q}.place_id and b.enter_at < ${q}.enter_at and not b.continued),
  ${q}.enter_at) else ${q}.enter_at end`;

/**
 * Whole visits that overlap the requested times, one row each: vehicle_id, place_id, enter_at, leave_at, ended, distance_km,
 * max_speed. `where`: filters on `area_visit f`.
 */
export function wholeVisits({ times }: Pick<ReportRequest, 'times'>, where: readonly Sql[]): Sql {
  const narrowed = where.reduce((all, each) => sql`${all} and ${each}`, sql`true`);
  return sql`(
    select c.vehicle_id, c.place_id, c.enter_at, w.leave_at, w.ended, w.distance_km, w.max_speed
    from (
      select distinct f.vehicle_id, f.place_id, ${visitStart(sql`f`)} as enter_at from area_visit f
      where f.enter_at > ${at(times.from)}::timestamptz - ${MAX_VISIT_ROW} and f.enter_at < ${at(times.to)}::timestamptz
        and f.leave_at > ${at(times.from)}::timestamptz and ${narrowed}) c
    cross join lateral (
      select max(q.leave_at) as leave_at, bool_or(q.ended) as ended, sum(q.distance_km) as distance_km, max(q.max_speed) as max_speed
      from area_visit q
      where q.vehicle_id = c.vehicle_id and q.place_id = c.place_id and q.enter_at >= c.enter_at and q.enter_at < coalesce((
        select min(n.enter_at) from area_visit n
        where n.vehicle_id = c.vehicle_id and n.place_id = c.place_id and n.enter_at > c.enter_at and not n.continued), 'infinity')) w)`;
}
