import { type BusinessDay, businessDay, dayOfKey } from '@fleetwarden/domain/business-day';
import { type Db, sql } from '../platform/db/database.ts';
import { partitionWindow, RETENTION_FLOOR_DAYS } from '../platform/db/partitions.ts';
import { REBUILT_DAYS, REBUILT_VEHICLES } from './limits.ts';
import { type PastGround, remakeDays } from './remake-days.ts';

type RebuildDaysOptions = {
  /** All vehicles unless told which. */
  readonly vehicleIds?: readonly number[];
  /** First and last day, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  /** BUSINESS_TZ */
  readonly timeZone: string;
  /** RETENTION_DAYS; without it only days are remade whose positions the law keeps. */
  readonly retentionDays?: number;
  /** Without it visits of areas are left as they are. */
  readonly pastGround?: PastGround;
  readonly signal?: AbortSignal;
  /** Told after each pass: share from 0 to 1. */
  readonly progress?: (share: number) => void;
};

/** What was gone through; `days` are those whose positions are all there, and can be remade. */
type RebuiltDays = { readonly vehicles: number; readonly days: number };

/**
 * Makes the days of vehicles anew from their positions (remake-days.ts), while the live stream goes on. Days that have not begun, or
 * whose positions are gone, are left out. Throws what the database says, and on `signal`, between two passes: what was made until then stays.
 */
export async function rebuildDays(db: Db, options: RebuildDaysOptions): Promise<RebuiltDays> {
  const { timeZone, signal, progress, retentionDays = RETENTION_FLOOR_DAYS } = options;
  const days = daysBetween(options.from, options.to, timeZone, keptDays(retentionDays, Date.now()));
  const vehicleIds = options.vehicleIds ?? (await allVehicles(db));
  const passes = Math.ceil(days.length / REBUILT_DAYS) * Math.ceil(vehicleIds.length / REBUILT_VEHICLES);
  let done = 0;
  for (let first = 0; first < days.length; first += REBUILT_DAYS) {
    const some = days.slice(first, first + REBUILT_DAYS);
    for (let at = 0; at < vehicleIds.length; at += REBUILT_VEHICLES) {
      signal?.throwIfAborted();
      const vehicles = vehicleIds.slice(at, at + REBUILT_VEHICLES);
      await remakeDays(db, vehicles, some, timeZone, options.pastGround);
      progress?.(++done / passes);
    }
  }
  return { vehicles: vehicleIds.length, days: days.length };
}

/** Days whose positions are all there and which have begun. Epoch ms. */
type KeptDays = { readonly fromAt: number; readonly untilAt: number };

export const keptDays = (retentionDays: number, now: number): KeptDays => ({
  fromAt: partitionWindow(now, retentionDays).fromAt,
  untilAt: now,
});

/** The days from one key to another, both included, that are among the kept ones. */
export function daysBetween(from: string, to: string, timeZone: string, { fromAt, untilAt }: KeptDays): BusinessDay[] {
  const days: BusinessDay[] = [];
  const asked = dayOfKey(from, timeZone);
  let day = asked.startAt >= fromAt ? asked : businessDay(fromAt, timeZone);
  if (day.startAt < fromAt) day = businessDay(day.endAt, timeZone);
  for (; day.key <= to && day.startAt <= untilAt; day = businessDay(day.endAt, timeZone)) days.push(day);
  return days;
}

async function allVehicles(db: Db): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`select id from vehicle order by id`);
  return rows.map(({ id }) => id);
}
