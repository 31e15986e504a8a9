import { type BusinessDay, businessDay } from '@fleetwarden/domain/business-day';
import { type Sql, sql } from '../../../platform/db/database.ts';
import { BACKFILL_MS, MAX_PAIRS } from './limits.ts';

/** A day of a vehicle, which is counted as a whole. */
export type VehicleDay = { readonly vehicleId: number; readonly day: BusinessDay };

/** Days of vehicles, each once. */
export type VehicleDays = {
  readonly size: number;
  /** The day an instant (epoch ms) lies in. */
  add(vehicleId: number, at: number): void;
  /** All days from one instant to another; of more than are ever filled in the last ones. */
  addAll(vehicleId: number, from: number, until: number): void;
  /** What was added, by vehicle and day, in lots of one statement; nothing is left. */
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

/** Lots of one statement each, in the same order. */
export const splitBatches = (days: readonly VehicleDay[]): VehicleDay[][] =>
  Array.from({ length: Math.ceil(days.length / MAX_PAIRS) }, (_, lot) => days.slice(lot * MAX_PAIRS, (lot + 1) * MAX_PAIRS));

/**
 * Days as rows (vehicle_id, day, from_at, until_at, department_id) of vehicles that exist. The department is the one the day was
 * first counted for, in whichever sum: a vehicle that moves keeps its history, and has one company a day.
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

/** The key of the advisory locks by which each sum is counted by one at a time: 'roll' in ASCII. */
const LOCK = 0x72_6f_6c_6c;
const TABLES = { alarm_day: 1, online_day: 2, dept_day: 3, driver_day: 4, score_month: 5, presence_day: 6 } as const;

/**
 * Taken first in a transaction that counts: what is read afterwards is no older than what another has written. Who waits, waits for
 * one lot.
 */
export const withRollupLock = (table: keyof typeof TABLES): Sql => sql`select pg_advisory_xact_lock(${LOCK}, ${TABLES[table]})`;
