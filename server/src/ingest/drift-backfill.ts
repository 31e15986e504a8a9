import { z } from 'zod';
import { sql } from '../platform/db/database.ts';
import type { Job } from '../platform/jobs/job.ts';
import type { Jobs } from '../platform/jobs/runner.ts';
import type { BackfillOptions } from './backfill-job.ts';
import { LATE_RUN_MS, REBUILT_VEHICLES } from './limits.ts';
import { rebuildDays } from './rebuild-days.ts';

const EVERY_FIVE_MINUTES = '*/5 * * * *';

/**
 * Registers the job that fills the drift points of days from before their table existed. Only an upgrade leaves such days, so the
 * schedule ends with them.
 */
export function registerDriftBackfill(jobs: Pick<Jobs, 'register' | 'schedule'>, options: BackfillOptions): void {
  const job: Job<object> = {
    kind: 'ingest.driftPoints',
    lane: 'maintenance',
    payload: z.object({}),
    maxAttempts: 1,
    run: async (_payload, { signal }) => {
      if ((await fillDriftPoints(options, signal)) === 0) endSchedule();
    },
  };
  jobs.register(job);
  const endSchedule = jobs.schedule(job, EVERY_FIVE_MINUTES, {});
}

/** Recalculates days that wait for their drift points, newest first, until 50 s are over. Returns their number. Throws on `signal`. */
export async function fillDriftPoints(options: BackfillOptions, signal: AbortSignal): Promise<number> {
  const { db, timeZone, retentionDays, loadGeofenceSnapshot } = options;
  const endAt = performance.now() + LATE_RUN_MS;
  let filled = 0;
  while (performance.now() < endAt) {
    const due = await db.query<{ vehicleId: number; day: string }>(sql`
      select vehicle_id as "vehicleId", day::text from drift_point_due
      where day = (select max(day) from drift_point_due) order by vehicle_id limit ${REBUILT_VEHICLES}`);
    const day = due[0]?.day;
    if (day === undefined) break;
    const vehicleIds = due.map(({ vehicleId }) => vehicleId);
    await rebuildDays(db, {
      vehicleIds,
      from: day,
      to: day,
      timeZone,
      signal,
      ...(retentionDays === undefined ? {} : { retentionDays }),
      ...(loadGeofenceSnapshot && { loadGeofenceSnapshot }),
    });
    await db.run(sql`delete from drift_point_due where day = ${day}::date and vehicle_id = any(${vehicleIds})`);
    filled += due.length;
  }
  return filled;
}
