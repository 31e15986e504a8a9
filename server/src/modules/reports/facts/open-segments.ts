import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { at, name, type Sql, sql } from '../../../platform/db/database.ts';
import type { ReportRequest } from '../model/report-request.ts';

/** Columns of ended and open segments. */
const SEGMENTS = {
  trip: sql`vehicle_id, start_at, end_at, start_lng, start_lat, end_lng, end_lat, distance_km, max_speed_kmh, points`,
  stop: sql`vehicle_id, start_at, end_at, lng, lat, acc_on_s`,
  acc_segment: sql`vehicle_id, start_at, end_at, acc_on, start_lng, start_lat, end_lng, end_lat, distance_km, continued`,
} as const;

/** Rows `f` of a table of segments, with those under way (`f.is_open`). Filters by `f.vehicle_id` use the index of each part. */
export function withOpenSegments(table: keyof typeof SEGMENTS): Sql {
  const columns = SEGMENTS[table];
  // A segment that silence ended may go on, because its reports were delayed.
  return sql`(
    select ${columns}, false as is_open from ${name(table)}
    union all
    select ${columns}, true from ${name(`open_${table}`)} o
    where not exists (select from ${name(table)} e where e.vehicle_id = o.vehicle_id and e.start_at = o.start_at)) f`;
}

/** Empty while open (report catalogue, time and place). */
export const whenEnded = (value: Sql): Sql => sql`case when not f.is_open then ${value} end`;

/** The end of a segment, of an open one the current minute: repeated queries hit the result cache. */
export function endOrNow({ now }: Pick<ReportRequest, 'now'>): Sql {
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  return sql`case when f.is_open then greatest(f.end_at, ${at(minute)}::timestamptz) else f.end_at end`;
}
