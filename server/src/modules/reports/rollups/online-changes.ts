import { startOfDay } from '@fleetwarden/domain/business-day';
import { sql } from '../../../platform/db/database.ts';
import { MAX_CHANGES, SESSION_OVERLAP_MS } from './limits.ts';
import { readMark, writeMark } from './marks.ts';
import { countOnlineDays } from './online-day.ts';
import type { RollupDeps } from './rollup-deps.ts';
import { createVehicleDays } from './vehicle-days.ts';

/**
 * Recounts the days of sessions that ended since the last run, and of open ones. Returns the number of changed rows. Throws on
 * `signal`.
 */
export async function followSessions(options: RollupDeps, signal: AbortSignal): Promise<number> {
  const { db, timeZone, now } = options;
  const startedAt = now();
  const ran = await readMark(db, 'online_day.run');
  // everything before was read; what precedes the first run belongs to the backfill
  const lookedAt = (ran ?? startOfDay(startedAt, timeZone)) - SESSION_OVERLAP_MS;
  const changed = (await followEnded(options, lookedAt, signal)) + (await followOpen(options, lookedAt, signal));
  await writeMark(db, 'online_day.run', startedAt);
  return changed;
}

/** Each entry is deleted in the transaction of its count. */
async function followEnded({ db, timeZone }: RollupDeps, lookedAt: number, signal: AbortSignal): Promise<number> {
  let changed = 0;
  for (let more = true; more; ) {
    signal.throwIfAborted();
    await db.transaction(async (tx) => {
      const rows = await tx.query<{ vehicleId: number; loginAt: number; seenAt: number; logoutAt: number }>(sql`
        delete from online_day_due where id = any(array(select id from online_day_due order by id limit ${MAX_CHANGES} for update skip locked))
        returning vehicle_id as "vehicleId", login_at as "loginAt", seen_at as "seenAt", logout_at as "logoutAt"`);
      const days = createVehicleDays(timeZone);
      for (const { vehicleId, loginAt, seenAt, logoutAt } of rows)
        days.addAll(vehicleId, Math.max(loginAt, Math.min(seenAt, lookedAt)), logoutAt);
      for (const lot of days.take()) changed += await countOnlineDays(tx, lot);
      more = rows.length === MAX_CHANGES;
    });
  }
  return changed;
}

async function followOpen({ db, timeZone, now }: RollupDeps, lookedAt: number, signal: AbortSignal): Promise<number> {
  let changed = 0;
  for (let after = 0, more = true; more; ) {
    signal.throwIfAborted();
    const rows = await db.query<{ vehicleId: number; loginAt: number }>(sql`
      select vehicle_id as "vehicleId", min(login_at) as "loginAt" from online_session
      where logout_at is null and vehicle_id > ${after} group by vehicle_id order by vehicle_id limit ${MAX_CHANGES}`);
    const days = createVehicleDays(timeZone);
    for (const { vehicleId, loginAt } of rows) days.addAll(vehicleId, Math.max(loginAt, lookedAt), now());
    for (const lot of days.take()) {
      signal.throwIfAborted();
      changed += await db.transaction((tx) => countOnlineDays(tx, lot));
    }
    after = rows.at(-1)?.vehicleId ?? after;
    more = rows.length === MAX_CHANGES;
  }
  return changed;
}
