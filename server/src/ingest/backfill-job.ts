import { type BusinessDay, businessDay, parseDayKey } from '@fleetwarden/domain/business-day';
import { z } from 'zod';
import type { Db, Queryable } from '../platform/db/database.ts';
import { RETENTION_FLOOR_DAYS } from '../platform/db/partitions.ts';
import type { Job } from '../platform/jobs/job.ts';
import type { Jobs } from '../platform/jobs/runner.ts';
import type { Log } from '../platform/observe/log.ts';
import { countTrips } from './day-store.ts';
import {
  databaseClock,
  deferDay,
  forgetDay,
  lockVehicle,
  savedLiveSince,
  type TakenDay,
  takeLateDays,
  takeShiftedDays,
} from './late-day-store.ts';
import {
  LATE_LANES,
  LATE_PATIENCE_MS,
  LATE_QUIET_MS,
  LATE_REST_MS,
  LATE_RUN_MS,
  LATE_STRETCH_DAYS,
  REBUILT_VEHICLES,
} from './limits.ts';
import { daysBetween, findRetainedRange } from './rebuild-days.ts';
import { type LoadGeofenceSnapshot, recalculateDays } from './recalculate-days.ts';
import { recalculateSegments, type Stretch } from './recalculate-segments.ts';
import { expandToNeighbours } from './stored-tracks.ts';

export type BackfillOptions = {
  readonly db: Db;
  readonly log: Log;
  /** BUSINESS_TZ */
  readonly timeZone: string;
  /** Default LATE_QUIET_MS, LATE_PATIENCE_MS, LATE_REST_MS. */
  readonly quietMs?: number;
  readonly patienceMs?: number;
  readonly restMs?: number;
  /** RETENTION_DAYS; default: the legal minimum. */
  readonly retentionDays?: number;
  /** Without it geofence visits are not changed. */
  readonly loadGeofenceSnapshot?: LoadGeofenceSnapshot | undefined;
};

/** Result of a run: recalculated days (including those that wait for the live stream) and failed vehicles. */
export type BackfillResult = { readonly days: number; readonly failed: number };

const MINUTELY = '* * * * *';
/** A segment ends after a day without data. Days of vehicles without a live stream need not wait longer. */
const STILL_OPEN_MS = 90_000_000;

/** Registers the recalculation of trips, stops and days after a backfill (report catalogue 1.3), each minute. */
export function registerBackfillJob(jobs: Jobs, options: BackfillOptions): void {
  const job: Job<object> = {
    kind: 'ingest.lateDays',
    lane: 'maintenance',
    payload: z.object({}),
    // The next run is a minute away.
    maxAttempts: 1,
    run: async (_payload, { signal }) => {
      const { days, failed } = await recalculateLateDays(options, signal);
      if (days > 0) options.log.info({ days, failed }, 'trips, stops and days recalculated after a backfill');
    },
  };
  jobs.register(job);
  jobs.schedule(job, MINUTELY, {});
}

/**
 * Recalculates all due late days once, several vehicles in parallel. Stops between vehicles on `signal` (throws) and after 50 s.
 * Logs and retries failed vehicles later. Throws if the late days cannot be read.
 */
export async function recalculateLateDays(options: BackfillOptions, signal: AbortSignal): Promise<BackfillResult> {
  const { db, log, timeZone } = options;
  const { quietMs = LATE_QUIET_MS, patienceMs = LATE_PATIENCE_MS, restMs = LATE_REST_MS } = options;
  const runAt = await databaseClock(db);
  const endAt = Date.now() + LATE_RUN_MS;
  let days = 0;
  let failed = 0;
  const rebuild = async (taken: readonly TakenDay[]) => {
    try {
      for (const stretch of groupConsecutiveDays(taken, timeZone)) {
        const rebuilt = await db.transaction((tx) => recalculateVehicle(tx, stretch, timeZone, Date.now()));
        // Not `days += await ...`: it would read `days` before the wait, and workers run in parallel.
        days += rebuilt;
      }
    } catch (error) {
      failed++;
      log.warn({ err: error, vehicleId: taken[0]?.vehicleId }, 'late days of a vehicle not recalculated, retrying later');
    }
  };
  while (Date.now() < endAt) {
    const taken = await takeLateDays(db, runAt, { quietMs, patienceMs, restMs });
    if (taken.length === 0) break;
    const failedVehicles = await recalculateDueDays(options, taken, signal);
    failed += failedVehicles.size;
    const queue = [...Map.groupBy(taken, ({ vehicleId }) => vehicleId).values()].filter(
      ([day]) => !failedVehicles.has(day!.vehicleId),
    );
    const lane = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        signal.throwIfAborted();
        await rebuild(next);
      }
    };
    await Promise.all(Array.from({ length: LATE_LANES }, lane));
  }
  await recalculateShiftedDays(options, signal);
  return { days, failed };
}

/**
 * Recalculates late days and the days of the neighbouring positions, because a step belongs to both of its ends. Days that only
 * wait for the live stream were recalculated before. Returns the failed vehicles; their marks must stay.
 */
async function recalculateDueDays(
  { db, log, timeZone, retentionDays, loadGeofenceSnapshot }: BackfillOptions,
  taken: readonly TakenDay[],
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const failedVehicles = new Set<number>();
  const kept = findRetainedRange(retentionDays ?? RETENTION_FLOOR_DAYS, Date.now());
  const due = taken.filter(({ waitsAt }) => waitsAt === null);
  const stretches = [...Map.groupBy(due, ({ vehicleId }) => vehicleId).values()].flatMap((days) =>
    groupConsecutiveDays(days, timeZone),
  );
  const spans = stretches.map((days) => ({ vehicleId: days[0]!.vehicleId, ...spanDays(days, timeZone) }));
  // Vehicles with the same days together: a backfill often concerns many vehicles.
  const spanKey = ({ from, until }: Stretch) => `${businessDay(from, timeZone).key}/${businessDay(until - 1, timeZone).key}`;
  for (const [key, group] of Map.groupBy(await expandToNeighbours(db, spans), spanKey)) {
    const [first = '', last = ''] = key.split('/');
    const days = daysBetween(first, last, timeZone, kept);
    for (let at = 0; at < group.length; at += REBUILT_VEHICLES) {
      signal.throwIfAborted();
      const vehicleIds = group.slice(at, at + REBUILT_VEHICLES).map(({ vehicleId }) => vehicleId);
      for (const vehicleId of await recalculateOrLog({ db, log, loadGeofenceSnapshot }, vehicleIds, days, timeZone))
        failedVehicles.add(vehicleId);
    }
  }
  return failedVehicles;
}

/** Recalculates days as a whole once the live stream has left them. */
async function recalculateShiftedDays(
  { db, log, timeZone, loadGeofenceSnapshot }: BackfillOptions,
  signal: AbortSignal,
): Promise<void> {
  const shifted = await takeShiftedDays(db, timeZone);
  for (const [day, group] of Map.groupBy(shifted, (row) => row.day)) {
    signal.throwIfAborted();
    await recalculateOrLog(
      { db, log, loadGeofenceSnapshot },
      group.map(({ vehicleId }) => vehicleId),
      [parseDayKey(day, timeZone)],
      timeZone,
    );
  }
}

/** Recalculates days. On failure it splits the vehicles in half to find the failing ones, and returns those. */
async function recalculateOrLog(
  { db, log, loadGeofenceSnapshot }: Pick<BackfillOptions, 'db' | 'log' | 'loadGeofenceSnapshot'>,
  vehicleIds: readonly number[],
  days: readonly BusinessDay[],
  timeZone: string,
): Promise<readonly number[]> {
  try {
    await recalculateDays(db, vehicleIds, days, timeZone, loadGeofenceSnapshot);
    return [];
  } catch (error) {
    if (vehicleIds.length > 1 && (await db.ready())) {
      const half = vehicleIds.length >> 1;
      const first = await recalculateOrLog({ db, log, loadGeofenceSnapshot }, vehicleIds.slice(0, half), days, timeZone);
      return [...first, ...(await recalculateOrLog({ db, log, loadGeofenceSnapshot }, vehicleIds.slice(half), days, timeZone))];
    }
    log.warn({ err: error, vehicleId: vehicleIds[0], vehicles: vehicleIds.length }, 'days not recalculated, retrying later');
    return vehicleIds;
  }
}

/** Groups consecutive days, so that positions between them are read once. */
function groupConsecutiveDays(taken: readonly TakenDay[], timeZone: string): TakenDay[][] {
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

/** From the start of the first day to the end of the last. */
const spanDays = (days: readonly TakenDay[], timeZone: string): Stretch => ({
  from: businessDay(days[0]!.lastAt, timeZone).startAt,
  until: businessDay(days.at(-1)!.lastAt, timeZone).endAt,
});

/** Recalculates the segments of consecutive days of one vehicle. Returns the number of days. */
async function recalculateVehicle(tx: Queryable, days: readonly TakenDay[], timeZone: string, now: number): Promise<number> {
  const { vehicleId } = days[0]!;
  if (!(await lockVehicle(tx, vehicleId))) return 0;
  const liveSince = await savedLiveSince(tx, vehicleId);
  if (days.every((day) => isWaiting(day, liveSince, now))) return 0;
  const stretch = spanDays(days, timeZone);
  const { finalUntil, replaced } = await recalculateSegments(tx, vehicleId, stretch, liveSince, now);
  if (replaced !== null) await countTrips(tx, daysOver(vehicleId, replaced, timeZone), timeZone);
  for (const day of days) {
    const isFinal = day.lastAt < liveSince && businessDay(day.lastAt, timeZone).endAt <= finalUntil;
    await (isFinal ? forgetDay(tx, day) : deferDay(tx, day, liveSince));
  }
  return days.length;
}

/** The days in which a segment of the range may start. */
function daysOver(vehicleId: number, { from, until }: Stretch, timeZone: string) {
  const days: { readonly vehicleId: number; readonly startAt: number; readonly endAt: number }[] = [];
  for (let day = businessDay(from, timeZone); day.startAt < until; day = businessDay(day.endAt, timeZone))
    days.push({ vehicleId, ...day });
  return days;
}

/** Whether the live stream's part still starts where it did at the last recalculation: the result would be the same. */
function isWaiting({ waitsAt, changedAt }: TakenDay, liveSince: number, now: number): boolean {
  return waitsAt === liveSince && (liveSince !== Number.POSITIVE_INFINITY || changedAt > now - STILL_OPEN_MS);
}
