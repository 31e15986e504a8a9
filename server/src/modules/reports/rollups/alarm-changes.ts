import { type Db, sql } from '../../../platform/db/database.ts';
import { countAlarmDays } from './alarm-day.ts';
import { MAX_CHANGES, MAX_EVENT_ROWS, MAX_PENDING_PAIRS } from './limits.ts';
import { moveEventCursor, noteEventCursor, readEventCursor } from './marks.ts';
import type { RollupDeps } from './rollup-deps.ts';
import { createVehicleDays, type VehicleDay } from './vehicle-days.ts';

/** A vehicle and the start of one of its alarms, epoch ms. */
type AlarmStart = { readonly vehicleId: number; readonly startAt: number };

/** Recounts the days of all alarms changed since the last run. Returns the number of changed rows. Throws on `signal`. */
export async function followAlarms(options: RollupDeps, signal: AbortSignal): Promise<number> {
  return (await followEvents(options, signal)) + (await followDue(options, signal));
}

/** Counts days, one batch per transaction. */
export async function countBatches(
  { db, timeZone }: Pick<RollupDeps, 'db' | 'timeZone'>,
  lots: readonly (readonly VehicleDay[])[],
  signal: AbortSignal,
): Promise<number> {
  let changed = 0;
  for (const lot of lots) {
    signal.throwIfAborted();
    changed += await db.transaction((tx) => countAlarmDays(tx, lot, timeZone));
  }
  return changed;
}

/**
 * Follows alarm events by sequence number. The cursor lags one run behind: until older transactions have ended, newer events are
 * read again, which is idempotent. Events before the first cursor belong to the backfill.
 */
async function followEvents(options: RollupDeps, signal: AbortSignal): Promise<number> {
  const { db, timeZone } = options;
  const cursor = await readEventCursor(db);
  const known = cursor.mark ?? cursor.settled;
  let changed = 0;
  if (known !== null) {
    const days = createVehicleDays(timeZone);
    const count = async (upTo: number) => {
      changed += await countBatches(options, days.take(), signal);
      if (cursor.settled !== null) await moveEventCursor(db, Math.min(cursor.settled, upTo));
    };
    for (let from = known, more = true; more; ) {
      signal.throwIfAborted();
      const rows = await loadAlarmEvents(db, from, cursor.top);
      for (const { vehicleId, startAt } of rows) days.add(vehicleId, startAt);
      from = rows.at(-1)?.seq ?? from;
      more = rows.length === MAX_EVENT_ROWS;
      if (more && days.size >= MAX_PENDING_PAIRS) await count(from);
    }
    await count(cursor.top);
  }
  if (cursor.settled !== null || !cursor.noted) await noteEventCursor(db, cursor);
  return changed;
}

const loadAlarmEvents = (db: Db, from: number, upTo: number) =>
  db.query<AlarmStart & { readonly seq: number }>(sql`
    select told_seq as seq, vehicle_id as "vehicleId", start_at as "startAt" from alarm
    where told_seq > ${from} and told_seq <= ${upTo} order by told_seq limit ${MAX_EVENT_ROWS}`);

/**
 * Follows changes without an event: handled cases, and alarms that began earlier than assumed. Each entry is deleted in the
 * transaction of its count.
 */
async function followDue({ db, timeZone }: RollupDeps, signal: AbortSignal): Promise<number> {
  let changed = 0;
  for (let more = true; more; ) {
    signal.throwIfAborted();
    await db.transaction(async (tx) => {
      const rows = await tx.query<AlarmStart>(sql`
        delete from alarm_day_due where id = any(array(select id from alarm_day_due order by id limit ${MAX_CHANGES} for update skip locked))
        returning vehicle_id as "vehicleId", start_at as "startAt"`);
      const days = createVehicleDays(timeZone);
      for (const { vehicleId, startAt } of rows) days.add(vehicleId, startAt);
      for (const lot of days.take()) changed += await countAlarmDays(tx, lot, timeZone);
      more = rows.length === MAX_CHANGES;
    });
  }
  return changed;
}
