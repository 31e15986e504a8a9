import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import { alarmGid } from '../../engine/alarms/occurrences.ts';
import { at, type Db, sql } from '../../platform/db/database.ts';
import * as store from './store.ts';

/** Event "files of an alarm did not come" (screen catalogue 4.0), and its level. */
const [FILES_FAILED, LEVEL] = [57, 1] as const;
/** Range of the source in the number of an alarm. */
const MAX_SOURCES = 2 ** 32;

type Raised = { readonly seq: number; readonly lng: number; readonly lat: number };

/** Ends a request and raises the event at the place of its alarm. Resolves to the news; undefined: it had ended, or has no alarm. */
export async function failRequest(
  db: Db,
  request: Pick<store.DueRequest, 'id' | 'vehicle_id' | 'alarm_gid'>,
  reason: string,
  now: number,
): Promise<AlarmNews | undefined> {
  const { id, vehicle_id: vehicleId, alarm_gid } = request;
  const event = { typeId: FILES_FAILED, source: id % MAX_SOURCES, startAt: now };
  const gid = alarmGid(vehicleId, event);
  const raised = await db.transaction(async (tx) => {
    if ((await store.markFailed(tx, id, reason, now)) === 0) return undefined;
    const row = await tx.first<Raised>(sql`
      insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, end_at, received_at, start_lng, start_lat, last_lng,
        last_lat, start_kmh, max_kmh, times)
      select ${gid}, vehicle_id, ${FILES_FAILED}, ${event.source}, ${LEVEL}, t.now, t.now, t.now, t.now, last_lng, last_lat, last_lng, last_lat,
        0, 0, 1 from alarm, (select ${at(now)}::timestamptz as now) t where gid = ${alarm_gid}
      on conflict do nothing returning told_seq as seq, start_lng as lng, start_lat as lat`);
    if (row)
      await tx.run(sql`
        insert into alarm_case (gid, vehicle_id, type_id, level, start_at) values (${gid}, ${vehicleId}, ${FILES_FAILED}, ${LEVEL}, ${at(now)})`);
    return row;
  });
  if (!raised) return undefined;
  const moment = { lastAt: now, endAt: now, raised: true, times: 1, storm: false, speedKmh: 0 };
  return { ...event, ...moment, ...raised, gid, vehicleId, level: LEVEL, value: null, limit: null, info: null };
}
