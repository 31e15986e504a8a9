import { z } from 'zod';
import { at, type Db, sql } from '../db/database.ts';
import type { Partitions } from '../db/partitions.ts';
import type { Log } from '../observe/log.ts';
import type { Job } from './job.ts';
import type { Jobs } from './runner.ts';
import { createJobStore } from './store.ts';

/** Deletes data that expired at `now` (epoch ms); returns the number of rows. */
export type Cleanup = (now: number) => Promise<number>;

export type MaintenanceOptions = {
  readonly db: Db;
  readonly partitions: Partitions;
  readonly log: Log;
  /** Hourly cleanups of other modules, e.g. of ended login sessions. */
  readonly cleanups?: Readonly<Record<string, Cleanup>>;
};

const HOURLY = '7 * * * *';
const ODD_BATCH = 10_000;
const nothing = z.object({});

/** Registers the hourly maintenance: create partitions ahead, delete positions past retention and ended jobs, run `cleanups`. */
export function registerMaintenance(jobs: Jobs, { db, partitions, log, cleanups = {} }: MaintenanceOptions): void {
  const store = createJobStore(db);
  const retention: Job<object> = {
    kind: 'positions.retention',
    lane: 'maintenance',
    payload: nothing,
    run: async (_payload, { signal }) => {
      const now = Date.now();
      await partitions.ensureAhead(now);
      const dropped = await partitions.dropExpired(now);
      if (dropped.length > 0) log.info({ dropped }, 'positions past retention were dropped');
      await forgetOdd(db, partitions.window(now).fromAt, signal);
    },
  };
  const cleanup: Job<object> = {
    kind: 'platform.cleanup',
    lane: 'maintenance',
    payload: nothing,
    run: async () => {
      for (const [what, clean] of Object.entries<Cleanup>({ ...cleanups, jobs: store.clean })) {
        const rows = await clean(Date.now());
        if (rows > 0) log.info({ what, rows }, 'cleaned up');
      }
    },
  };
  for (const job of [retention, cleanup]) {
    jobs.register(job);
    jobs.schedule(job, HOURLY, {});
  }
}

/** Deletes positions outside all partitions by their arrival, in batches. */
async function forgetOdd(db: Db, before: number, signal: AbortSignal): Promise<void> {
  for (let rows = ODD_BATCH; rows === ODD_BATCH; ) {
    signal.throwIfAborted();
    rows = await db.run(
      sql`delete from position_odd where ctid = any(array(
            select ctid from position_odd where received_at < ${at(before)} limit ${ODD_BATCH}))`,
    );
  }
}
