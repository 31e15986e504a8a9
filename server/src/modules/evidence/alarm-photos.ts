import { type Sql, sql } from '../../platform/db/database.ts';
import { PHOTO_AFTER_MS, PHOTO_BEFORE_MS } from './limits.ts';

/** Whether file `m` of 0x0801 belongs to alarm `a`: the terminal took it by itself around the start of the alarm. */
export const PHOTO_OF_ALARM: Sql = sql`m.vehicle_id = a.vehicle_id and m.event > 1
  and m.at between a.start_at - ${PHOTO_BEFORE_MS} * interval '1 ms' and a.start_at + ${PHOTO_AFTER_MS} * interval '1 ms'`;

/** Files of the evidence server and photos of 0x0801 that an alarm has: `file_id` or `media_id`, kind and name. `gid`: a value or column. */
export const filesAndPhotos = (gid: Sql): Sql => sql`(
  select f.id as file_id, null::bigint as media_id, f.kind, f.name
  from evidence_request r join evidence_file f on f.request_id = r.id where r.alarm_gid = ${gid} and f.received_at is not null
  union all
  select null, m.id, m.kind, v.plate || ' ' || m.id || '.' || m.extension
  from alarm a join media m on ${PHOTO_OF_ALARM} join vehicle v on v.id = a.vehicle_id where a.gid = ${gid})`;
