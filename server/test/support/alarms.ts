import { randomUUID } from 'node:crypto';
import type { AlarmInfo } from '@fleetwarden/domain/alarm-item';
import { at, json, type Queryable, sql } from '../../src/platform/db/database.ts';

/** For tests: an alarm as it is wanted, with its case unless it is a brief one. Times epoch ms. */
export type WantedAlarm = {
  readonly gid?: string;
  readonly vehicleId: number;
  readonly startAt: number;
  readonly typeId?: number;
  readonly level?: 1 | 2 | 3;
  readonly source?: number;
  readonly kmh?: number;
  readonly late?: boolean;
  readonly storm?: boolean;
  readonly brief?: boolean;
  readonly info?: AlarmInfo | null;
  readonly dueAt?: number | null;
};

/** Enters an alarm; resolves to its number. */
export async function addAlarm(db: Queryable, wanted: WantedAlarm): Promise<string> {
  const gid = wanted.gid ?? randomUUID();
  const { vehicleId, startAt, typeId = 1, level = 2, source = 0, kmh = 90, late = false, storm = false, brief = false } = wanted;
  await db.run(sql`
    insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, end_at, received_at, start_lng, start_lat, last_lng,
      last_lat, start_kmh, max_kmh, value, limit_value, times, storm, brief, late, info)
    values (${gid}, ${vehicleId}, ${typeId}, ${source}, ${level}, ${at(startAt)}, ${at(startAt + 60_000)}, null, ${at(startAt)},
      113.1, 23.1, 113.2, 23.2, ${kmh}, ${kmh + 10}, ${kmh}, 80, 3, ${storm}, ${brief}, ${late},
      ${wanted.info ? json(wanted.info) : null}::jsonb)`);
  if (!brief)
    await db.run(sql`
      insert into alarm_case (gid, vehicle_id, type_id, level, start_at, due_at)
      values (${gid}, ${vehicleId}, ${typeId}, ${level}, ${at(startAt)}, ${at(wanted.dueAt ?? null)})`);
  return gid;
}
