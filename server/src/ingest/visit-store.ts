import type { Visit } from '../engine/visits/fold.ts';
import { type Queryable, sql } from '../platform/db/database.ts';
import type { Span } from './day-store.ts';
import { SAVE_ROWS } from './limits.ts';

export type VisitRow = { readonly vehicleId: number; readonly visit: Visit };
/** A geofence whose visits from `at` on belong to the live stream, epoch ms. */
export type OpenPlace = { readonly vehicleId: number; readonly placeId: number; readonly at: number };

/** Upserts visits; skips deleted vehicles. */
export async function saveVisits(db: Queryable, visits: readonly VisitRow[]): Promise<void> {
  // One statement may not update a row twice: the last row of each key wins.
  const rows = [
    ...new Map(visits.map((row) => [`${row.vehicleId}/${row.visit.placeId}/${row.visit.enterAt}`, row] as const)).values(),
  ];
  for (let at = 0; at < rows.length; at += SAVE_ROWS) {
    const some = rows.slice(at, at + SAVE_ROWS);
    const list = <T>(of: (row: VisitRow) => T): T[] => some.map(of);
    await db.run(sql`
      insert into area_visit (vehicle_id, place_id, enter_at, leave_at, distance_km, max_speed, continued, ended, ends)
      select u.vehicle_id, u.place_id, to_timestamp(u.enter_at / 1000.0), to_timestamp(u.leave_at / 1000.0), u.distance_km,
        u.max_speed, u.continued, u.ended, u.ends
      from unnest(${list(({ vehicleId }) => vehicleId)}::int[], ${list(({ visit }) => visit.placeId)}::int[],
        ${list(({ visit }) => visit.enterAt)}::float8[], ${list(({ visit }) => visit.leaveAt)}::float8[],
        ${list(({ visit }) => visit.distanceKm)}::float8[], ${list(({ visit }) => visit.maxKmh)}::float4[],
        ${list(({ visit }) => visit.continued)}::bool[], ${list(({ visit }) => visit.ended)}::bool[],
        ${list(({ visit }) => visit.ends)}::int2[])
        as u (vehicle_id, place_id, enter_at, leave_at, distance_km, max_speed, continued, ended, ends)
      join vehicle v on v.id = u.vehicle_id
      order by u.vehicle_id, u.place_id, u.enter_at
      on conflict (vehicle_id, place_id, enter_at) do update set
        leave_at = excluded.leave_at, distance_km = excluded.distance_km, max_speed = excluded.max_speed,
        continued = excluded.continued, ended = excluded.ended, ends = excluded.ends`);
  }
}

/** Deletes the visits that start in these spans, except those of the live stream. */
export async function removeVisits(db: Queryable, spans: readonly Span[], open: readonly OpenPlace[]): Promise<void> {
  if (spans.length === 0) return;
  await db.run(sql`
    delete from area_visit s
    using unnest(${spans.map(({ vehicleId }) => vehicleId)}::int[], ${spans.map(({ from }) => from)}::float8[],
      ${spans.map(({ until }) => until)}::float8[]) as u (vehicle_id, from_ms, until_ms)
    where s.vehicle_id = u.vehicle_id and s.enter_at >= to_timestamp(u.from_ms / 1000.0) and s.enter_at < to_timestamp(u.until_ms / 1000.0)
      and not exists (
        select from unnest(${open.map(({ vehicleId }) => vehicleId)}::int[], ${open.map(({ placeId }) => placeId)}::int[],
          ${open.map(({ at }) => at)}::float8[]) as o (vehicle_id, place_id, at)
        where o.vehicle_id = s.vehicle_id and o.place_id = s.place_id and s.enter_at >= to_timestamp(o.at / 1000.0))`);
}
