import { DAY_MS } from '@fleetwarden/domain/durations';
import { cleanupsOf } from './cleanups.ts';
import { hasDemoPast, registerDemoPast } from './demo/demo-past.ts';
import { registerBackfillJob } from './ingest/backfill-job.ts';
import { registerDriftBackfill } from './ingest/drift-backfill.ts';
import { registerStatusChanges } from './ingest/status-changes.ts';
import { EDUCATION_AT } from './modules/education/index.ts';
import { REMIND_AT } from './modules/expiry/index.ts';
import { countRollups, DOCUMENTS_EVERY, DUE_EVERY, registerMonthScores, registerRollups } from './modules/reports/index.ts';
import type { Parts } from './parts/parts.ts';
import { registerMaintenance } from './platform/jobs/maintenance.ts';

const EVERY_MINUTE = '* * * * *';

/** Registers and schedules the product's jobs; before the jobs start. `demoRootId`: the root department of a demo. */
export function scheduleJobs(parts: Parts, demoRootId: number | undefined): void {
  const { db, bus, log, timeZone, retentionDays, partitions, settings, jobs, reports } = parts;
  registerMaintenance(jobs, {
    db,
    partitions,
    log,
    cleanups: cleanupsOf({ ...parts, mediaKeptMs: retentionDays * DAY_MS }),
  });
  const backfill = { db, log, timeZone, retentionDays, loadGeofenceSnapshot: parts.loadGeofenceSnapshot };
  registerBackfillJob(jobs, backfill);
  registerDriftBackfill(jobs, backfill);
  registerStatusChanges(jobs, { db, timeZone });
  registerRollups(jobs, { db, log, timeZone });
  // a closed month never changes: those of a demo wait for its past
  const ready = demoRootId === undefined ? undefined : () => hasDemoPast(db);
  registerMonthScores(jobs, { db, log, settings, timeZone, ready });
  if (demoRootId !== undefined) {
    const count = (signal: AbortSignal) => countRollups({ db, timeZone, now: Date.now }, signal);
    const requestFiles = parts.evidence.catchUp;
    registerDemoPast(jobs, { db, bus, rootDepartmentId: demoRootId, timeZone, now: Date.now, count, requestFiles });
  }
  jobs.schedule(parts.noticeRecords.telling, EVERY_MINUTE, {});
  jobs.schedule(parts.expiry.reminding, REMIND_AT, {});
  jobs.schedule(parts.risks.following, EVERY_MINUTE, {});
  jobs.schedule(parts.education.daily, EDUCATION_AT, {});
  jobs.schedule(parts.firmware.expiring, EVERY_MINUTE, {});
  jobs.schedule(parts.firmware.reading, EVERY_MINUTE, {});
  jobs.schedule(parts.sms.jobs.applying, EVERY_MINUTE, {});
  jobs.schedule(parts.sms.jobs.receipts, EVERY_MINUTE, {});
  jobs.schedule(reports.due, DUE_EVERY, {});
  jobs.schedule(reports.documentsDue, DOCUMENTS_EVERY, {});
}
