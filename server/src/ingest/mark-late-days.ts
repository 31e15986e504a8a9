import { businessDay } from '@fleetwarden/domain/business-day';
import type { JudgedLocation } from '../engine/judged-location.ts';
import { hasBelievableTime, isLate } from '../engine/vehicle.ts';

/** A vehicle's day with late positions. `day` is YYYY-MM-DD, `lastAt` the newest late position, epoch ms. */
export type LateDay = { readonly vehicleId: number; readonly day: string; readonly lastAt: number };

// A fixed order avoids deadlocks between nodes.
const MARK = `
  insert into late_day (vehicle_id, day, last_at)
  select vehicle_id, day, to_timestamp(last_at / 1000.0) from unnest($1::int[], $2::date[], $3::float8[])
    as u (vehicle_id, day, last_at)
  order by vehicle_id, day
  on conflict (vehicle_id, day) do update set
    last_at = greatest(late_day.last_at, excluded.last_at), changed_at = clock_timestamp(), marks = late_day.marks + 1,
    waits_at = null`;

/** The statement that marks late days, for the transaction that stores their positions. */
export function markLateDays(days: readonly LateDay[]): { readonly text: string; readonly values: unknown[] } {
  return {
    text: MARK,
    values: [days.map(({ vehicleId }) => vehicleId), days.map(({ day }) => day), days.map(({ lastAt }) => lastAt)],
  };
}

/** Finds the days with late positions among the reports from `start` to `end` of a batch. */
export type FindLateDays = (reports: readonly JudgedLocation[], start: number, end: number) => readonly LateDay[];

/**
 * `newestOf`: the newest believed time of a vehicle that the engine knows. The engine may be one batch behind, so the finder keeps
 * the newest times of the batch before. Reports before `start` count as known: they are stored first.
 */
export function createLateDayFinder(newestOf: (vehicleId: number) => number | null, timeZone: string): FindLateDays {
  let batch: readonly JudgedLocation[] | undefined;
  let before: ReadonlyMap<number, number> = new Map();
  let newest = new Map<number, number>();
  const newestBefore = (vehicleId: number): number | null => {
    const known = newestOf(vehicleId);
    const stored = before.get(vehicleId);
    return stored === undefined ? known : Math.max(stored, known ?? stored);
  };

  return (reports, start, end) => {
    // a failed batch comes again
    if (reports !== batch) before = newest;
    batch = reports;
    newest = new Map();
    const found = new Map<string, LateDay>();
    for (let i = 0; i < end; i++) {
      const report = reports[i]!;
      const { vehicleId, deviceAt } = report;
      if (deviceAt === null) continue;
      if (!isLate(report, newest.get(vehicleId) ?? newestBefore(vehicleId))) {
        if (hasBelievableTime(report)) newest.set(vehicleId, deviceAt);
      } else if (i >= start) {
        const day = businessDay(deviceAt, timeZone).key;
        const key = `${vehicleId}/${day}`;
        found.set(key, { vehicleId, day, lastAt: Math.max(deviceAt, found.get(key)?.lastAt ?? deviceAt) });
      }
    }
    return [...found.values()];
  };
}
