import { type BusinessDay, businessDay, dayOfKey } from '@fleetwarden/domain/business-day';
import { z } from 'zod';
import type { Db, Queryable } from '../platform/db/database.ts';
import { RETENTION_FLOOR_DAYS } from '../platform/db/partitions.ts';
import type { Job } from '../platform/jobs/job.ts';
import type { Jobs } from '../platform/jobs/runner.ts';
import type { Log } from '../platform/observe/log.ts';
import { countTrips } from './day-store.ts';
import {
  LATE_LANES,
  LATE_PATIENCE_MS,
  LATE_QUIET_MS,
  LATE_REST_MS,
  LATE_RUN_MS,
  LATE_STRETCH_DAYS,
  REBUILT_VEHICLES,
} from './limits.ts';
import { daysBetween, keptDays } from './rebuild-days.ts';
import {
  databaseClock,
  forgetDay,
  holdVehicle,
  letWait,
  savedLiveSince,
  type TakenDay,
  takeLateDays,
  takeShiftedDays,
} from './rebuild-store.ts';
import { rebuildStretch, type Stretch } from './rebuild-vehicle.ts';
import { type PastGround, remakeDays } from './remake-days.ts';
import { withNeighbours } from './stored-tracks.ts';

export type LateRebuildOptions = {
  readonly db: Db;
  readonly log: Log;
  /** BUSINESS_TZ */
  readonly timeZone: string;
  /** Default LATE_QUIET_MS, LATE_PATIENCE_MS, LATE_REST_MS. */
  readonly quietMs?: number;
  readonly patienceMs?: number;
  readonly restMs?: number;
  /** RETENTION_DAYS; without it only days are remade whose positions the law keeps. */
  readonly retentionDays?: number;
  /** Without it visits of areas are left as they are. */
  readonly pastGround?: PastGround | undefined;
};

/** What a run did: days rebuilt (those that wait for the live stream among them), and vehicles that failed. */
export type LateRebuild = { readonly days: number; readonly failed: number };

const MINUTELY = '* * * * *';
/** No segment goes on after a day without data: what then still waits for a vehicle that was never live need not. */
const STILL_OPEN_MS = 90_000_000;

/** Registers the rebuild of trips, stops and days from late positions (report catalogue 1.3), each minute. */
export function registerLateRebuild(jobs: Jobs, options: LateRebuildOptions): void {
  const job: Job<object> = {
    kind: 'ingest.lateDays',
    lane: 'upkeep',
    payload: z.object({}),
    // the next minute comes anyway
    maxAttempts: 1,
    run: async (_payload, { signal }) => {
      const { days, failed } = await rebuildLateDays(options, signal);
      if (days > 0) options.log.info({ days, failed }, 'trips, stops and days made anew from late positions');
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
    const undone = await remakeLateDays(options, taken, signal);
    failed += undone.size;
    const queue = [...Map.groupBy(taken, ({ vehicleId }) => vehicleId).values()].filter(([day]) => !undone.has(day!.vehicleId));
    const lane = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        signal.throwIfAborted();
        await rebuild(next);
      }
    };
    await Promise.all(Array.from({ length: LATE_LANES }, lane));
  }
  await remakeShiftedDays(options, signal);
  return { days, failed };
}

/**
 * Remakes the days that positions came late for, with those of the positions before and behind: the way from one to the next is of
 * both, and of what lies between. A day that only waits for the live stream was remade when it was taken first. Returns the vehicles whose
 * days could not be remade; their marks must stay.
 */
async function remakeLateDays(
  { db, log, timeZone, retentionDays, pastGround }: LateRebuildOptions,
  taken: readonly TakenDay[],
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const undone = new Set<number>();
  const kept = keptDays(retentionDays ?? RETENTION_FLOOR_DAYS, Date.now());
  const due = taken.filter(({ waitsAt }) => waitsAt === null);
  const stretches = [...Map.groupBy(due, ({ vehicleId }) => vehicleId).values()].flatMap((days) => stretchesOf(days, timeZone));
  const spans = stretches.map((days) => ({ vehicleId: days[0]!.vehicleId, ...stretchOf(days, timeZone) }));
  // those of one time together: history is uploaded by many at once
  const keyOf = ({ from, until }: Stretch) => `${businessDay(from, timeZone).key}/${businessDay(until - 1, timeZone).key}`;
  for (const [key, alike] of Map.groupBy(await withNeighbours(db, spans), keyOf)) {
    const [first = '', last = ''] = key.split('/');
    const days = daysBetween(first, last, timeZone, kept);
    for (let at = 0; at < alike.length; at += REBUILT_VEHICLES) {
      signal.throwIfAborted();
      const vehicleIds = alike.slice(at, at + REBUILT_VEHICLES).map(({ vehicleId }) => vehicleId);
      for (const vehicleId of await remakeOrTell({ db, log, pastGround }, vehicleIds, days, timeZone)) undone.add(vehicleId);
    }
  }
  return undone;
}

/** Remakes days that the stream has left since late positions were added to its part of them: now they can be told as a whole. */
async function remakeShiftedDays({ db, log, timeZone, pastGround }: LateRebuildOptions, signal: AbortSignal): Promise<void> {
  const shifted = await takeShiftedDays(db, timeZone);
  for (const [day, alike] of Map.groupBy(shifted, (row) => row.day)) {
    signal.throwIfAborted();
    await remakeOrTell(
      { db, log, pastGround },
      alike.map(({ vehicleId }) => vehicleId),
      [dayOfKey(day, timeZone)],
      timeZone,
    );
  }
}

/** Remakes days; where some vehicle's cannot be, all but its. Returns those that failed. */
async function remakeOrTell(
  { db, log, pastGround }: Pick<LateRebuildOptions, 'db' | 'log' | 'pastGround'>,
  vehicleIds: readonly number[],
  days: readonly BusinessDay[],
  timeZone: string,
): Promise<readonly number[]> {
  try {
    await remakeDays(db, vehicleIds, days, timeZone, pastGround);
    return [];
  } catch (error) {
    if (vehicleIds.length > 1 && (await db.ready())) {
      const half = vehicleIds.length >> 1;
      const first = await remakeOrTell({ db, log, pastGround }, vehicleIds.slice(0, half), days, timeZone);
      return [...first, ...(await remakeOrTell({ db, log, pastGround }, vehicleIds.slice(half), days, timeZone))];
    }
    log.warn({ err: error, vehicleId: vehicleIds[0], vehicles: vehicleIds.length }, 'days not made anew, trying again later');
    return vehicleIds;
  }
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

/** From the start of the first to the end of the last. */
const stretchOf = (days: readonly TakenDay[], timeZone: string): Stretch => ({
  from: businessDay(days[0]!.lastAt, timeZone).startAt,
  until: businessDay(days.at(-1)!.lastAt, timeZone).endAt,
});

/** Rebuilds consecutive days of one vehicle; returns how many. */
async function rebuildDays(tx: Queryable, days: readonly TakenDay[], timeZone: string, now: number): Promise<number> {
  const { vehicleId } = days[0]!;
  if (!(await holdVehicle(tx, vehicleId))) return 0;
  const liveSince = await savedLiveSince(tx, vehicleId);
  if (days.every((day) => isWaiting(day, liveSince, now))) return 0;
  const stretch = stretchOf(days, timeZone);
  const { finalUntil, replaced } = await rebuildStretch(tx, vehicleId, stretch, liveSince, now);
  if (replaced !== null) await countTrips(tx, daysOver(vehicleId, replaced, timeZone), timeZone);
  for (const day of days) {
    const isFinal = day.lastAt < liveSince && businessDay(day.lastAt, timeZone).endAt <= finalUntil;
    await (isFinal ? forgetDay(tx, day) : letWait(tx, day, liveSince));
  }
  return days.length;
}

/** The days that something from `from` to before `until` may begin in. */
function daysOver(vehicleId: number, { from, until }: Stretch, timeZone: string) {
  const days: { readonly vehicleId: number; readonly startAt: number; readonly endAt: number }[] = [];
  for (let day = businessDay(from, timeZone); day.startAt < until; day = businessDay(day.endAt, timeZone))
    days.push({ vehicleId, ...day });
  return days;
}

/** Whether the live stream's part still begins where it did when the day was last rebuilt: then it would come out the same. */
function isWaiting({ waitsAt, changedAt }: TakenDay, liveSince: number, now: number): boolean {
  return waitsAt === liveSince && (liveSince !== Number.POSITIVE_INFINITY || changedAt > now - STILL_OPEN_MS);
}
