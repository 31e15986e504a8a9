import { type BusinessDay, businessDay, dayOfKey } from '@fleetwarden/domain/business-day';
import type { Db } from '../../../platform/db/database.ts';
import { countDrivers } from './driver-changes.ts';
import type { RollupDeps } from './options.ts';
import { pastAlarms, pastDepartments, pastSessions } from './past-days.ts';

export type Rebuild = {
  /** First and last day, yyyy-MM-dd of the time zone. */
  readonly from: string;
  readonly to: string;
  /** BUSINESS_TZ */
  readonly timeZone: string;
  /** undefined: all. */
  readonly vehicleIds?: readonly number[];
  /** Told after each day: how many are done, of how many. */
  readonly progress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
};

/**
 * Counts a range of days anew, the newest first; resolves to how many rows are others than before. Rows keep their departments; days
 * whose alarms are forgotten, and counts of vehicles that are there, stay as they are. Throws on `signal` between two lots: what was
 * counted by then is right, and it may be done again.
 */
export async function rebuildRollups(db: Db, { from, to, timeZone, vehicleIds, progress, signal }: Rebuild): Promise<number> {
  const options: RollupDeps = { db, timeZone, now: Date.now };
  const days: BusinessDay[] = [];
  const first = dayOfKey(from, timeZone);
  for (let day = dayOfKey(to, timeZone); day.startAt >= first.startAt; day = businessDay(day.startAt - 1, timeZone))
    days.push(day);
  const rest = async () => signal?.throwIfAborted();
  let changed = 0;
  for (const [done, day] of days.entries()) {
    // alarms are of whoever was on duty
    if (day.startAt <= options.now()) changed += await countDrivers(options, day, vehicleIds, rest);
    for (const past of [pastAlarms(options), pastSessions(options), pastDepartments(options)]) {
      await rest();
      const oldest = await past.oldest(db);
      // a day after today would say what nobody knows yet
      if (oldest === null || day.endAt <= oldest || day.startAt > options.now()) continue;
      changed += await past.count(day, vehicleIds, rest);
    }
    progress?.(done + 1, days.length);
  }
  return changed;
}
