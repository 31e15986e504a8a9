import { listAlarmClasses } from '@fleetwarden/contract/alarms/alarm-rights';
import type { TrackAlarm } from '@fleetwarden/contract/tracks/schemas';
import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { at, type Db, sql } from '../../platform/db/database.ts';

/** More would cover the track. */
const MAX_ALARMS = 2_000;
/** An alarm without an end lasts at most this long before a range, ms. */
const LONGEST_MS = DAY_MS;

/**
 * Stored alarms of a vehicle within a time range that are no alarm bits of its reports: of rules, cameras, sensors and platforms. Only
 * classes that the user may see; connections and cards (class `event`) are no alarms of a drive.
 */
export async function loadRaisedAlarms(
  db: Db,
  vehicleId: number,
  [start, end]: readonly [number, number],
  rights: ReadonlySet<string>,
): Promise<TrackAlarm[]> {
  const classes = listAlarmClasses(rights);
  const types = ALARM_TYPES.filter(
    (type) => type.class !== 'event' && classes.includes(type.class) && type.source.kind !== 'bit',
  ).map(({ id }) => id);
  if (types.length === 0) return [];
  return db.query<TrackAlarm>(sql`
    select type_id as bit, start_at as start, coalesce(end_at, last_at) as end, start_lng as x, start_lat as y, start_kmh as sp
    from alarm where vehicle_id = ${vehicleId} and type_id = any(${types}::smallint[])
      and start_at >= ${at(start - LONGEST_MS)} and start_at < ${at(end)} and coalesce(end_at, last_at) >= ${at(start)}
    order by start_at limit ${MAX_ALARMS}`);
}
