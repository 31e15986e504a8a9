import { type BusinessDay, businessDay, parseDayKey } from '@fleetwarden/domain/business-day';
import { type Db, sql } from '../platform/db/database.ts';
import { partitionWindow, RETENTION_FLOOR_DAYS } from '../platform/db/partitions.ts';
import { REBUILT_DAYS, REBUILT_VEHICLES } from './limits.ts';
import { type LoadGeofenceSnapshot, recalculateDays } from './recalculate-days.ts';

type RebuildDaysOptions = {
  /** Default: all vehicles. */
  readonly vehicleIds?: readonly number[];
  /** First and last day, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  /** BUSINESS_TZ */
  readonly timeZone: string;
  /** RETENTION_DAYS; default: the legal minimum. */
  readonly retentionDays?: number;
  /** Without it geofence visits are not changed. */
  readonly loadGeofenceSnapshot?: LoadGeofenceSnapshot;
  readonly signal?: AbortSignal;
  /** Called after each pass with the share done, 0 to 1. */
  readonly progress?: (share: number) => void;
};

/** Processed vehicles, and days whose positions are complete. */
type RebuiltDays = { readonly vehicles: number; readonly days: number };

/**
 * Recalculates the days of vehicles from their positions (recalculate-days.ts) while the live stream continues. Skips future days
 * and days past retention. Throws database errors, and aborts between two passes on `signal`.
 */
export async function rebuildDays(db: Db, options: RebuildDaysOptions): Promise<RebuiltDays> {
  const { timeZone, signal, progress, retentionDays = RETENTION_FLOOR_DAYS } = options;
  const days = daysBetween(options.from, options.to, timeZone, findRetainedRange(retentionDays, Date.now()));
  const vehicleIds = options.vehicleIds ?? (await allVehicles(db));
  const passes = Math.ceil(days.length / REBUILT_DAYS) * Math.ceil(vehicleIds.length / REBUILT_VEHICLES);
  let done = 0;
  for (let first = 0; first < days.length; first += REBUILT_DAYS) {
    const some = days.slice(first, first + REBUILT_DAYS);
    for (let at = 0; at < vehicleIds.length; at += REBUILT_VEHICLES) {
      signal?.throwIfAborted();
      const vehicles = vehicleIds.slice(at, at + REBUILT_VEHICLES);
      await recalculateDays(db, vehicles, some, timeZone, options.loadGeofenceSnapshot);
      progress?.(++done / passes);
    }
  }
  return { vehicles: vehicleIds.length, days: days.length };
}

/** The range of days with complete positions. Epoch ms. */
type RetainedRange = { readonly fromAt: number; readonly untilAt: number };

export const findRetainedRange = (retentionDays: number, now: number): RetainedRange => ({
  fromAt: partitionWindow(now, retentionDays).fromAt,
  untilAt: now,
});

/** The days from one key to another, both included, within the retained range. */
export function daysBetween(from: string, to: string, timeZone: string, { fromAt, untilAt }: RetainedRange): BusinessDay[] {
  const days: BusinessDay[] = [];
  const asked = parseDayKey(from, timeZone);
  let day = asked.startAt >= fromAt ? asked : businessDay(fromAt, timeZone);
  if (day.startAt < fromAt) day = businessDay(day.endAt, timeZone);
  for (; day.key <= to && day.startAt <= untilAt; day = businessDay(day.endAt, timeZone)) days.push(day);
  return days;
}

async function allVehicles(db: Db): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`select id from vehicle order by id`);
  return rows.map(({ id }) => id);
}
