import { type Sql, sql } from '../../../platform/db/database.ts';
import { USABLE } from './usable-positions.ts';
import { formatPlace } from './vehicle-columns.ts';

/** Joins a vehicle `v` to its last usable position `p` of the day before an instant. */
export const lastPoint = (until: Sql): Sql => sql`left join lateral (
  select p.gnss_at, p.lng, p.lat, p.speed_kmh from position p
  where p.vehicle_id = v.id and p.gnss_at <= ${until} and p.gnss_at > ${until} - interval '1 day' and ${USABLE}
  order by p.gnss_at desc limit 1) p on true`;
/** Its place; null if unknown. */
export const LAST_POINT: Sql = sql`case when p.gnss_at is not null then ${formatPlace(sql`p.lng`, sql`p.lat`)} end`;
