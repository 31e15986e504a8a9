import { type BusinessDay, businessDay } from '@fleetwarden/domain/business-day';
import { type Sql, sql } from '../../../platform/db/database.ts';
import { BACKFILL_MS, MAX_PAIRS } from './limits.ts';

/** A vehicle and a day: the unit of counting. */
export type VehicleDay = { readonly vehicleId: number; readonly day: BusinessDay };

/** A set of vehicle days. */
export type VehicleDays = {
  readonly size: number;
  /** Adds the day of an instant, epoch ms. */
  add(vehicleId: number, at: number): void;
  /** Adds all days between two instants, at most the last BACKFILL_MS. */
  addAll(vehicleId: number, from: number, until: number): void;
  /** Removes and returns all days, sorted by vehicle and day, in batches of one statement. */
  take(): VehicleDay[][];
};

export function createVehicleDays(timeZone: string): VehicleDays {
  const days = new Map<string, VehicleDay>();
  const addDay = (vehicleId: number, day: BusinessDay) => days.set(`${vehicleId} ${day.key}`, { vehicleId, day });
  return {
    get size() {
      return days.size;
    },
    add: (vehicleId, at) => void addDay(vehicleId, businessDay(at, timeZone)),
    addAll: (vehicleId, from, until) => {
      let day = businessDay(Math.max(Math.min(from, until), until - BACKFILL_MS), timeZone);
      for (; day.startAt <= until; day = businessDay(day.endAt, timeZone)) addDay(vehicleId, day);
    },
    take: () => {
      const all = [...days.values()].sort((a, b) => a.vehicleId - b.vehicleId || a.day.startAt - b.day.startAt);
      days.clear();
      return splitBatches(all);
    },
  };
}

/** Batches of one statement each, in order. */
export const splitBatches = (days: readonly VehicleDay[]): VehicleDay[][] =>
  Array.from({ length: Math.ceil(days.length / MAX_PAIRS) }, (_, lot) => days.slice(lot * MAX_PAIRS, (lot + 1) * MAX_PAIRS));

/**
 * Days as rows (vehicle_id, day, from_at, until_at, department_id) of existing vehicles. A day keeps the department of its first
 * count, so that moved vehicles keep their history.
 */
export const selectDays = (days: readonly VehicleDay[]): Sql => sql`
  select v.id as vehicle_id, u.day, to_timestamp(u.from_ms / 1000.0) as from_at, to_timestamp(u.until_ms / 1000.0) as until_at,
    coalesce(
      (select department_id from alarm_day k where k.vehicle_id = v.id and k.day = u.day limit 1),
      (select department_id from online_day k where k.vehicle_id = v.id and k.day = u.day),
      (select department_id from vehicle_day k where k.vehicle_id = v.id and k.day = u.day),
      v.department_id) as department_id
  from unnest(${days.map(({ vehicleId }) => vehicleId)}::integer[], ${days.map(({ day }) => day.key)}::date[],
    ${days.map(({ day }) => day.startAt)}::float8[], ${days.map(({ day }) => day.endAt)}::float8[]) u (vehicle_id, day, from_ms, until_ms)
    join vehicle v on v.id = u.vehicle_id`;

/** Key of the advisory locks, one per table: 'roll' in ASCII. */
const LOCK = 0x72_6f_6c_6c;
const TABLES = { alarm_day: 1, online_day: 2, dept_day: 3, driver_day: 4, score_month: 5, presence_day: 6 } as const;

/**
 * Must be the first statement of a counting transaction, so that it reads what earlier ones wrote. Waiting takes at most one
 * batch.
 */
export const lockRollup = (table: keyof typeof TABLES): Sql => sql`select pg_advisory_xact_lock(${LOCK}, ${TABLES[table]})`;
