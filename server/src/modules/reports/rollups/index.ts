import { z } from 'zod';
import type { Db } from '../../../platform/db/database.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { Jobs } from '../../../platform/jobs/runner.ts';
import type { Log } from '../../../platform/observe/log.ts';
import { followAlarms } from './alarm-changes.ts';
import { backfill } from './backfill.ts';
import { followDepartments } from './department-day.ts';
import { followDrivers } from './driver-changes.ts';
import { followSessions } from './online-changes.ts';
import { followPresence } from './presence-day.ts';
import type { RollupDeps } from './rollup-deps.ts';

export { type Rebuild, rebuildRollups } from './rebuild.ts';
export { isUpToDate } from './up-to-date.ts';

const MINUTELY = '* * * * *';
const EACH_FIVE_MINUTES = '*/5 * * * *';

/** Counts everything that is due at once, as the jobs do in some minutes. */
export async function countRollups(options: RollupDeps, signal: AbortSignal): Promise<void> {
  for (const count of [followDrivers, followAlarms, followSessions, followDepartments, followPresence])
    await count(options, signal);
  while ((await backfill(options, signal)) > 0);
}

/** Registers the rollup jobs: drivers and alarms every minute, the others every five, the backfill until it is done. */
export function registerRollups(
  jobs: Pick<Jobs, 'register' | 'schedule'>,
  deps: { readonly db: Db; readonly log: Pick<Log, 'info'>; readonly timeZone: string; readonly now?: () => number },
): void {
  const { db, log, timeZone, now = Date.now } = deps;
  const options: RollupDeps = { db, timeZone, now };
  const add = (kind: string, pattern: string, work: (options: RollupDeps, signal: AbortSignal) => Promise<unknown>) => {
    // cron retries anyway
    const job: Job<object> = {
      kind,
      lane: 'maintenance',
      payload: z.object({}),
      maxAttempts: 1,
      run: async (_payload, { signal }) => void (await work(options, signal)),
    };
    jobs.register(job);
    jobs.schedule(job, pattern, {});
  };
  add('reports.driverDays', MINUTELY, followDrivers);
  add('reports.alarmDays', MINUTELY, followAlarms);
  add('reports.onlineDays', EACH_FIVE_MINUTES, followSessions);
  add('reports.departmentDays', EACH_FIVE_MINUTES, followDepartments);
  add('reports.presenceDays', EACH_FIVE_MINUTES, followPresence);
  add('reports.pastDays', MINUTELY, async (_options, signal) => {
    const days = await backfill(options, signal);
    if (days > 0) log.info({ days }, 'past days were counted for reports');
  });
}
