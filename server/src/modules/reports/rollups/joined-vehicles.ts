import type { BusinessDay } from '@fleetwarden/domain/business-day';
import { at, type Sql, sql } from '../../../platform/db/database.ts';

/** A vehicle `v` without counted days: its last state may be an invalid position, which only a count can tell. */
export const NOT_COUNTED: Sql = sql`not exists (select from vehicle_day d where d.vehicle_id = v.id)`;

/**
 * Whether a vehicle `v` sent a valid position up to the end of a day. Before its days were counted, trips, stops and the last
 * state prove it. Each limit keeps the lookup within an index.
 */
export const hasJoinedBy = ({ key, endAt }: Pick<BusinessDay, 'key' | 'endAt'>): Sql => sql`coalesce(
  (select true from vehicle_day k where k.vehicle_id = v.id and k.day <= ${key}::date and k.point_valid > 0 order by k.day limit 1),
  (select true from trip k where k.vehicle_id = v.id and k.start_at < ${at(endAt)} order by k.start_at limit 1),
  (select true from stop k where k.vehicle_id = v.id and k.start_at < ${at(endAt)} order by k.start_at limit 1),
  (select true from vehicle_latest k where k.vehicle_id = v.id and k.gnss_at < ${at(endAt)} and not k.stale and ${NOT_COUNTED}),
  false)`;
