import { businessDay } from '@fleetwarden/domain/business-day';
import { z } from 'zod';
import type { Db, Queryable } from '../platform/db/database.ts';
import type { Job } from '../platform/jobs/job.ts';
import type { Jobs } from '../platform/jobs/runner.ts';
import type { Log } from '../platform/observe/log.ts';
import { LATE_LANES, LATE_PATIENCE_MS, LATE_QUIET_MS, LATE_REST_MS, LATE_RUN_MS, LATE_STRETCH_DAYS } from './limits.ts';
import { databaseClock, forgetDay, holdVehicle, letWait, savedLiveSince, type TakenDay, takeLateDays } from './rebuild-store.ts';
import { rebuildStretch } from './rebuild-vehicle.ts';

export type LateRebuildOptions = {
  readonly db: Db;
  readonly log: Log;
  /** BUSINESS_TZ */
  readonly timeZone: string;
  /** Default LATE_QUIET_MS, LATE_PATIENCE_MS, LATE_REST_MS. */
  readonly quietMs?: number;
  readonly patienceMs?: number;
  readonly restMs?: number;
};

/** What a run did: days rebuilt (those that wait for the live stream among them), and vehicles that failed. */
export type LateRebuild = { readonly days: number; readonly failed: number };

const MINUTELY = '* * * * *';
/** No segment goes on after a day without data: what then still waits for a vehicle that was never live need not. */
const STILL_OPEN_MS = 90_000_000;

/** Registers the rebuild of trips and stops from late positions (report catalogue 1.3), each minute. */
export function registerLateRebuild(jobs: Jobs, options: LateRebuildOptions): void {
  const job: Job<object> = {
    kind: 'ingest.lateDays',
    payload: z.object({}),
    // the next minute comes anyway
    maxAttempts: 1,
    run: async (_payload, { signal }) => {
      const { days, failed } = await rebuildLateDays(options, signal);
      if (days > 0) options.log.info({ days, failed }, 'trips and stops made anew from late positions');
    },
  };
  jobs.register(job);
  jobs.schedule(job, MINUTELY, {});
}

/**
 * Rebuilds all late days that are due, each once, some vehicles side by side; stops between vehicles on `signal` (throws) and after
 * 50 s. A vehicle that fails is logged and tried again later. Throws when the late days themselves cannot be read.
 */
export async function rebuildLateDays(options: LateRebuildOptions, signal: AbortSignal): Promise<LateRebuild> {
  const { db, log, timeZone } = options;
  const { quietMs = LATE_QUIET_MS, patienceMs = LATE_PATIENCE_MS, restMs = LATE_REST_MS } = options;
  const runAt = await databaseClock(db);
  const endAt = Date.now() + LATE_RUN_MS;
  let days = 0;
  let failed = 0;
  const rebuild = async (taken: readonly TakenDay[]) => {
    try {
      for (const stretch of stretchesOf(taken, timeZone)) {
        const rebuilt = await db.transaction((tx) => rebuildDays(tx, stretch, timeZone, Date.now()));
        // apart: the sum is read before what is awaited, and lanes run side by side
        days += rebuilt;
      }
    } catch (error) {
      failed++;
      log.warn({ err: error, vehicleId: taken[0]?.vehicleId }, 'late days of a vehicle not rebuilt, trying again later');
    }
  };
  while (Date.now() < endAt) {
    const taken = await takeLateDays(db, runAt, { quietMs, patienceMs, restMs });
    if (taken.length === 0) break;
    const queue = [...Map.groupBy(taken, ({ vehicleId }) => vehicleId).values()];
    const lane = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        signal.throwIfAborted();
        await rebuild(next);
      }
    };
    await Promise.all(Array.from({ length: LATE_LANES }, lane));
  }
  return { days, failed };
}

/** Consecutive days together: what lies between them is read once. */
function stretchesOf(taken: readonly TakenDay[], timeZone: string): TakenDay[][] {
  const stretches: TakenDay[][] = [];
  for (const day of taken.toSorted((a, b) => a.lastAt - b.lastAt)) {
    const stretch = stretches.at(-1);
    const before = stretch?.at(-1);
    const follows =
      before !== undefined && businessDay(before.lastAt, timeZone).endAt === businessDay(day.lastAt, timeZone).startAt;
    if (follows && stretch!.length < LATE_STRETCH_DAYS) stretch!.push(day);
    else stretches.push([day]);
  }
  return stretches;
}

/** Rebuilds consecutive days of one vehicle; returns how many. */
async function rebuildDays(tx: Queryable, days: readonly TakenDay[], timeZone: string, now: number): Promise<number> {
  const { vehicleId } = days[0]!;
  if (!(await holdVehicle(tx, vehicleId))) return 0;
  const liveSince = await savedLiveSince(tx, vehicleId);
  if (days.every((day) => isWaiting(day, liveSince, now))) return 0;
  const stretch = {
    from: businessDay(days[0]!.lastAt, timeZone).startAt,
    until: businessDay(days.at(-1)!.lastAt, timeZone).endAt,
  };
  const { finalUntil } = await rebuildStretch(tx, vehicleId, stretch, liveSince, now);
  for (const day of days) {
    const isFinal = day.lastAt < liveSince && businessDay(day.lastAt, timeZone).endAt <= finalUntil;
    await (isFinal ? forgetDay(tx, day) : letWait(tx, day, liveSince));
  }
  return days.length;
}

/** Whether the live stream's part still begins where it did when the day was last rebuilt: then it would come out the same. */
function isWaiting({ waitsAt, changedAt }: TakenDay, liveSince: number, now: number): boolean {
  return waitsAt === liveSince && (liveSince !== Number.POSITIVE_INFINITY || changedAt > now - STILL_OPEN_MS);
}
