import { METRES_A_DEGREE } from '@fleetwarden/domain/geometry';
import { UNPLACED } from '@fleetwarden/domain/quality';
import type { Region } from '@fleetwarden/domain/region';
import { at, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { measureOf, pointOf } from './measure.ts';

/** Faster nobody travels (report catalogue 3.3: 200 km/h); a tenth less for what a flat map gets wrong. */
const METRES_A_SECOND = (200 / 3.6) * (1 / 0.9);
/** However far away a vehicle is, it is looked at once in this time: a jump of its receiver hides no more than that. */
const MOST_LEAP = sql`interval '30 minutes'`;
/** Between two fixes so close the way is taken to be straight, unless nobody could have travelled it. */
const STRAIGHT = sql`interval '60 seconds'`;
/** A vehicle that stands outside is looked at again after this. */
const STANDING = sql`interval '30 seconds'`;
const STANDING_KMH = 1;
/** Out of a region for less than this it has not left. */
const STAYING = sql`interval '5 minutes'`;
const NEXT = sql`interval '1 millisecond'`;

export type Visits = {
  readonly vehicle_id: number;
  readonly first_at: number;
  readonly last_at: number;
  readonly stay_s: number;
  readonly times: number;
};

/**
 * When these vehicles were in a region, from `start` to before `end` (epoch ms); those that never were are left out.
 *
 * Positions are kept by vehicle and time, so that a vehicle's next one after any moment costs one look into an index, and no index
 * says which ones lie in a place. So each vehicle's time is walked: where it is so far away that it cannot be there for an hour,
 * nothing of that hour is read. A day of a vehicle in another city is some fifty looks, not 8,640 positions; one that stays inside is
 * looked at every five minutes, and when it left is looked up at the end.
 */
export function visitsOf(
  db: Queryable,
  vehicleIds: readonly number[],
  region: Region,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Visits[]> {
  const { outside, crossed } = measureOf(region);
  // said again at each place: only so are the partitions of other days left out when the statement is planned
  const within = sql`p.gnss_at >= ${at(start)}::timestamptz and p.gnss_at < ${at(end)}::timestamptz
    and p.quality & ${UNPLACED}::integer = 0 and p.lng between -180 and 180 and p.lat between -90 and 90
    and not (p.lng = 0 and p.lat = 0)`;
  /** The first position from a moment on, what the next one tells of it, and when to look again. */
  const sample = (vehicle: Sql, from: Sql) => sql`
    select f.at, f.hit, case when f.away <= 0 then f.at else f.at + (f.next_at - f.at) / 2 end as seen_at,
      f.at + case
        when f.away <= 0 then ${STAYING}
        else greatest(
          least(make_interval(secs => greatest(least(f.away, f.next_away), 0) / ${METRES_A_SECOND}::float8) - ${STRAIGHT}, ${MOST_LEAP}),
          case when f.standing then ${STANDING} else ${NEXT} end)
      end as look_at
    from (
      select g.at, g.away, g.next_at, coalesce(g.next_away, g.away) as next_away, g.standing,
        g.away <= 0 or coalesce(g.next_away > 0 and g.next_at - g.at <= ${STRAIGHT}
          and g.way <= extract(epoch from g.next_at - g.at)::float8 * ${METRES_A_SECOND}::float8 and g.away + g.next_away <= g.way * 1.1 and ${crossed(sql`g.place`, sql`g.next_place`, sql`g.lat`)}, false) as hit
      from (
        select e.gnss_at as at, e.lat, e.place, ${outside(sql`e.place`, sql`e.lat`)} as away,
          e.next_at, e.next_place, ${outside(sql`e.next_place`, sql`e.next_lat`)} as next_away, e.standing,
          (e.place <-> e.next_place) * ${METRES_A_DEGREE}::float8 * cos(radians(e.lat)) as way
        from (
          select d.*, lead(gnss_at) over o as next_at, lead(lat) over o as next_lat,
            lead(place) over o as next_place, speed_kmh < ${STANDING_KMH}::real and lead(speed_kmh) over o < ${STANDING_KMH}::real as standing
          from (
            select p.gnss_at, p.lat, p.speed_kmh, ${pointOf(sql`p.lng`, sql`p.lat`)} as place
            from position p where p.vehicle_id = ${vehicle} and p.gnss_at >= ${from} and ${within}
            order by p.gnss_at limit 2
          ) d window o as (order by gnss_at)
          order by gnss_at limit 1
        ) e
        -- keeps the planner from working it out anew for each use
        offset 0
      ) g
    ) f`;
  return db.query<Visits>(sql`
    with recursive walk as (
      select c.id, s.at, s.hit, s.seen_at, s.look_at
      from unnest(${[...vehicleIds]}::integer[]) as c (id)
        cross join lateral (${sample(sql`c.id`, sql`${at(start)}::timestamptz`)}) s
      union all
      select w.id, s.at, s.hit, s.seen_at, s.look_at
      from walk w cross join lateral (${sample(sql`w.id`, sql`w.look_at`)}) s
    ),
    marked as (
      select id, at, hit, seen_at, look_at, count(*) filter (where not hit) over (partition by id order by at) as spell from walk
    ),
    visit as (
      select id, min(seen_at) as first_at, max(seen_at) as last_at, max(look_at) as look_at from marked where hit group by id, spell
    ),
    exact as (
      select v.id, v.first_at, coalesce((
        select max(p.gnss_at) from position p
        where p.vehicle_id = v.id and p.gnss_at > v.last_at and p.gnss_at < v.look_at and ${within}
          and ${outside(pointOf(sql`p.lng`, sql`p.lat`), sql`p.lat`)} <= 0), v.last_at) as last_at
      from visit v
    )
    select id as vehicle_id, min(first_at) as first_at, max(last_at) as last_at,
      round(sum(extract(epoch from last_at - first_at)))::float8 as stay_s, count(*)::integer as times
    from exact group by id`);
}
