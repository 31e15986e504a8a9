import { EARTH_M } from '@fleetwarden/domain/geometry';
import { MAX_USABLE_KMH, QUALITY, UNUSABLE } from '@fleetwarden/domain/quality';
import { type Sql, sql } from '../../../platform/db/database.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { startOfDay } from './row-times.ts';

// the rule of engine/drift.ts, in km and km/h
const IMPOSSIBLE_KMH = sql`200`;
const SUSPECT_KM = sql`0.5`;
const RETURN_KM = sql`1`;
const MAX_HELD = sql`5`;
/** Steps below this many degrees are shorter than SUSPECT_KM at any latitude. */
const NEAR_DEGREES = sql`0.003`;
const EARTH_KM = sql`${EARTH_M / 1000}::float8`;

/** Whether a position `p` is trusted: `usable` in the domain, and the first of its second. */
export const USABLE = sql`p.quality & ${UNUSABLE}::integer = 0 and p.speed_kmh between 0 and ${MAX_USABLE_KMH}::float4
  and p.gnss_at = date_trunc('second', p.gnss_at) and p.lng between -180 and 180 and p.lat between -90 and 90
  and not (p.lng = 0 and p.lat = 0)`;

const kmBetween = (fromLng: Sql, fromLat: Sql, lng: Sql, lat: Sql): Sql => sql`(2 * ${EARTH_KM} * asin(sqrt(least(1,
  sin(radians(${lat} - ${fromLat}) / 2) ^ 2
  + cos(radians(${fromLat})) * cos(radians(${lat})) * sin(radians(${lng} - ${fromLng}) / 2) ^ 2))))`;
const hours = (from: Sql, to: Sql): Sql => sql`(extract(epoch from ${to} - ${from})::float8 / 3600)`;
/** Distance from the last trusted position of `of`. */
const kmFromLast = (of: Sql, lng: Sql, lat: Sql): Sql => kmBetween(sql`${of}.last_lng`, sql`${of}.last_lat`, lng, lat);

/**
 * The outcome of a jump `j`: the first later position that proves it a drift or a real move. It was a drift if the vehicle is
 * back within reach.
 */
const OUTCOME = sql`(
  select s.gnss_at as ends_at, s.back as drifted
  from (
    select n.gnss_at, n.place, n.far, n.km <= ${RETURN_KM} or (not n.far and n.hop_kmh > ${IMPOSSIBLE_KMH}) as back
    from (
      select q.gnss_at, q.place, q.km, q.km > ${SUSPECT_KM} and q.km / ${hours(sql`j.last_at`, sql`q.gnss_at`)} > ${IMPOSSIBLE_KMH} as far,
        ${kmBetween(
          sql`lag(q.lng, 1, j.lng) over (order by q.place)`,
          sql`lag(q.lat, 1, j.lat) over (order by q.place)`,
          sql`q.lng`,
          sql`q.lat`,
        )} / ${hours(sql`lag(q.gnss_at, 1, j.gnss_at) over (order by q.place)`, sql`q.gnss_at`)} as hop_kmh
      from (
        select p.gnss_at, p.lng, p.lat, row_number() over (order by p.gnss_at) as place, ${kmFromLast(sql`j`, sql`p.lng`, sql`p.lat`)} as km
        from (
          select * from position p where p.vehicle_id = j.vehicle_id and p.gnss_at > j.gnss_at and ${USABLE}
          order by p.gnss_at limit ${MAX_HELD}) p) q) n) s
  where s.back or not s.far or s.place = ${MAX_HELD}
  order by s.place limit 1)`;

/**
 * Drift points, each with the last trusted position before it, by the same rule as the daily count. Only days with a drift count
 * are searched. `where`: filters on vehicles `v`.
 */
export function driftPoints(request: ReportRequest, where: readonly Sql[]): Sql {
  const { from, to } = request.days;
  const vehicles = where.reduce((whole, part) => sql`${whole} and ${part}`, sql`true`);
  return sql`
    with recursive drift_days as (
      select k.vehicle_id, k.day, ${startOfDay(request, sql`k.day`)} as begins, ${startOfDay(request, sql`k.day + 1`)} as ends
      from vehicle v join vehicle_day k on k.vehicle_id = v.id
      where ${vehicles} and k.day between ${from}::date - 1 and ${to}::date + 1 and k.drift_count > 0
    ), track as (
      select t.*, lag(t.gnss_at) over w as last_at, lag(t.lng) over w as last_lng, lag(t.lat) over w as last_lat
      from (
        select p.vehicle_id, p.gnss_at, p.lng, p.lat from drift_days k cross join lateral (
          select * from position p where p.vehicle_id = k.vehicle_id and p.gnss_at >= k.begins and p.gnss_at < k.ends and ${USABLE}) p
        union all
        select p.vehicle_id, p.gnss_at, p.lng, p.lat from drift_days k cross join lateral (
          select * from position p where p.vehicle_id = k.vehicle_id and p.gnss_at < k.begins and ${USABLE}
          order by p.gnss_at desc limit 1) p
        where not exists (select from drift_days b where b.vehicle_id = k.vehicle_id and b.day = k.day - 1)) t
      window w as (partition by t.vehicle_id order by t.gnss_at)
    ), jumps as materialized (
      select t.* from track t cross join lateral (select ${kmFromLast(sql`t`, sql`t.lng`, sql`t.lat`)} as km) s
      where (abs(t.lng - t.last_lng) > ${NEAR_DEGREES} or abs(t.lat - t.last_lat) > ${NEAR_DEGREES})
        and s.km > ${SUSPECT_KM} and s.km / ${hours(sql`t.last_at`, sql`t.gnss_at`)} > ${IMPOSSIBLE_KMH}
    ), walk as (
      select j.*, o.ends_at, o.drifted
      from (select distinct on (vehicle_id) * from jumps order by vehicle_id, gnss_at) j cross join lateral ${OUTCOME} o
      union all
      select j.*, o.ends_at, o.drifted
      from walk w cross join lateral (
        select * from jumps n where n.vehicle_id = w.vehicle_id and n.gnss_at > w.ends_at order by n.gnss_at limit 1) j
      cross join lateral ${OUTCOME} o
    )
    select p.vehicle_id, p.gnss_at, p.lng, p.lat, p.speed_kmh, w.last_lng, w.last_lat,
      round(extract(epoch from p.gnss_at - w.last_at))::integer as gap_s, ${kmFromLast(sql`w`, sql`p.lng`, sql`p.lat`)} as km
    from walk w join position p on p.vehicle_id = w.vehicle_id and p.gnss_at >= w.gnss_at and p.gnss_at < w.ends_at
    where w.drifted and p.quality & ${QUALITY.coordinates}::integer = 0 and ${USABLE}`;
}
