import { type BusinessDay, businessDay, parseDayKey } from '@fleetwarden/domain/business-day';
import type { Db } from '../../../platform/db/database.ts';
import { alarmBackfill, departmentBackfill, sessionBackfill } from './backfill-sources.ts';
import { countDrivers } from './driver-changes.ts';
import type { RollupDeps } from './rollup-deps.ts';

export type Rebuild = {
  /** First and last day, yyyy-MM-dd. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  /** undefined: all. */
  readonly vehicleIds?: readonly number[];
  /** Called after each day. */
  readonly progress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
};

/**
 * Recounts a range of days, newest first. Returns the number of changed rows. Rows keep their departments. Days with deleted
 * alarms and existing vehicle counts stay. Throws on `signal` between batches; the task is idempotent.
 */
export async function rebuildRollups(db: Db, { from, to, timeZone, vehicleIds, progress, signal }: Rebuild): Promise<number> {
  const options: RollupDeps = { db, timeZone, now: Date.now };
  const days: BusinessDay[] = [];
  const first = parseDayKey(from, timeZone);
  for (let day = parseDayKey(to, timeZone); day.startAt >= first.startAt; day = businessDay(day.startAt - 1, timeZone))
    days.push(day);
  const rest = async () => signal?.throwIfAborted();
  let changed = 0;
  for (const [done, day] of days.entries()) {
    // alarms belong to the driver on duty
    if (day.startAt <= options.now()) changed += await countDrivers(options, day, vehicleIds, rest);
    for (const past of [alarmBackfill(options), sessionBackfill(options), departmentBackfill(options)]) {
      await rest();
      const oldest = await past.oldest(db);
      // future days have no data yet
      if (oldest === null || day.endAt <= oldest || day.startAt > options.now()) continue;
      changed += await past.count(day, vehicleIds, rest);
    }
    progress?.(done + 1, days.length);
  }
  return changed;
}

/** The task kind of recalculations. Days of running ones count as incomplete. */
export const REBUILD_KIND = 'reports.rebuild';
