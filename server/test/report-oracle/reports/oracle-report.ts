import { DEPARTMENTS, DRIVERS, type FleetFixture } from '../fixture/fleet.ts';
import type { FleetIds } from '../fixture/fleet-ids.ts';
import type { Alarm } from '../vehicle/alarms.ts';
import type { CarDay } from '../vehicle/days.ts';
import { type Decision, isTimely } from '../vehicle/decisions.ts';
import { DAY, formatDay } from '../vehicle/definitions.ts';
import type { AlarmFiles } from '../vehicle/files.ts';
import type { OnlineDay } from '../vehicle/online.ts';
import type { OracleVehicle } from '../vehicle/vehicle.ts';

export type Cell = string | number | boolean | null;
export type Cells = Readonly<Record<string, Cell>>;

/** Driving and alarm handling of the fleet, as the oracle computes them. */
export type OracleData = {
  readonly fleet: FleetFixture;
  readonly ids: FleetIds;
  /** The vehicles that the clerk may see. */
  readonly cars: readonly OracleVehicle[];
  readonly decisions: readonly Decision[];
  readonly files: readonly AlarmFiles[];
};

/** A report that the oracle computes. */
export type OracleReport = {
  readonly report: number;
  /** Filters besides the company. */
  readonly conditions: (oracle: OracleData) => Readonly<Record<string, string>>;
  /** Columns that identify a row. */
  readonly key: readonly string[];
  /** All rows, with the columns to compare. */
  readonly rows: (oracle: OracleData) => Cells[];
  /** By column; a function computes a ratio from the other sums. */
  readonly sums?: Readonly<Record<string, 'sum' | 'max' | ((sums: Readonly<Record<string, number>>) => number | null)>>;
};

export const staticDate = ({ fleet: { start, end } }: OracleData) => ({
  staticDate: `${formatDay(start)},${formatDay(end - DAY)}`,
});
export const timeRange = ({ fleet: { start, end } }: OracleData) => ({
  timeRange: `${formatDay(start)} 00:00:00,${formatDay(end - DAY)} 23:59:59`,
});
export const month = ({ fleet: { start } }: OracleData) => ({ month: formatDay(start).slice(0, 7) });

export const dayKeys = ({ fleet: { start, end } }: OracleData): string[] =>
  Array.from({ length: (end - start) / DAY }, (_, i) => formatDay(start + i * DAY));
/** With the day after the last: trips and stops end on its morning. */
export const monthKeys = (oracle: OracleData): string[] => [...dayKeys(oracle), formatDay(oracle.fleet.end)];
export const isWithin = ({ fleet: { start, end } }: OracleData, at: number): boolean => at >= start && at < end;

export const departmentName = ({ plan }: OracleVehicle): string => DEPARTMENTS[plan.department]!;
export const driverName = (driver: number | null): string | null => (driver === null ? null : DRIVERS[driver]!.name);

/** A vehicle's day. */
export type Row = {
  readonly car: OracleVehicle;
  readonly day: string;
  readonly figures: CarDay | null;
  readonly online: OnlineDay | null;
};

/** Days with positions or connections. */
export const listVehicleDays = (oracle: OracleData, keys: readonly string[] = dayKeys(oracle)): Row[] =>
  oracle.cars.flatMap((car) =>
    keys.flatMap((day) => {
      const [figures, online] = [car.days.get(day) ?? null, car.online.get(day) ?? null];
      return figures === null && online === null ? [] : [{ car, day, figures, online }];
    }),
  );
/** Days with positions. */
export const listDrivenDays = (oracle: OracleData, keys?: readonly string[]): (Row & { readonly figures: CarDay })[] =>
  listVehicleDays(oracle, keys).flatMap((row) => (row.figures === null ? [] : [{ ...row, figures: row.figures }]));

export const mileage = ({ car, figures }: Pick<Row, 'car' | 'figures'>): number => (figures === null ? 0 : car.mileage(figures));
/** At least one kilometre. */
export const wasDriven = (row: Row): boolean => mileage(row) >= 1;

export const sumBy = <T>(list: readonly T[], of: (one: T) => number): number => list.reduce((all, one) => all + of(one), 0);
export const maxBy = <T>(list: readonly T[], of: (one: T) => number | null): number | null =>
  list.reduce<number | null>((best, one) => {
    const value = of(one);
    return value === null || (best !== null && best >= value) ? best : value;
  }, null);
export const percent = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole);
export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
/** Null under a minute of driving, or under a kilometre: the ratio would mean nothing. */
export const speed = (km: number, driveSec: number): number | null => (driveSec < 60 ? null : km / (driveSec / 3600));
export const per100 = (count: number, km: number): number | null => (km < 1 ? null : (100 * count) / km);
export const trackRate = (ok: number, gap: number): number => (ok + gap === 0 ? 100 : (100 * ok) / (ok + gap));

export function groupBy<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of list) found.set(keyOf(one), [...(found.get(keyOf(one)) ?? []), one]);
  return found;
}

/** An alarm with its vehicle, and how it was handled. */
export type Event = { readonly car: OracleVehicle; readonly alarm: Alarm; readonly decision: Decision | null };

export const listAlarmEvents = (oracle: OracleData, keys: readonly string[] = dayKeys(oracle)): Event[] =>
  oracle.cars.flatMap((car) =>
    car.alarms
      .filter(({ startAt }) => keys.includes(formatDay(startAt)))
      .map((alarm) => ({
        car,
        alarm,
        decision: oracle.decisions.find((decision) => decision.car === car.index && decision.alarm === alarm) ?? null,
      })),
  );

/** s */
export const durationSeconds = ({ alarm: { startAt, endAt } }: Event): number => Math.round((endAt - startAt) / 1000);
export const filterGroups = (list: readonly Event[], ...names: readonly string[]): Event[] =>
  list.filter(({ alarm }) => names.includes(alarm.group));
export const SAFETY = ['ADAS', 'DSM', 'TPMS', 'BSD'] as const;

/** Counts of alarms by group and by handling, under the column names of the reports. */
export function countAlarms(list: readonly Event[]) {
  const handled = list.filter(({ decision }) => decision !== null);
  const need = list.filter(({ alarm }) => alarm.needed).length;
  return {
    alarmCount: list.length,
    alarmSec: sumBy(list, durationSeconds),
    overCount: filterGroups(list, 'OVERSPEED').length,
    fatigueCount: filterGroups(list, 'FATIGUE').length,
    nightCount: 0,
    areaAlarmCount: 0,
    emergencyCount: filterGroups(list, 'EMERGENCY').length,
    deviceCount: filterGroups(list, 'DEVICE').length,
    safetyCount: filterGroups(list, ...SAFETY).length,
    needCount: need,
    handledCount: handled.length,
    unhandledCount: need - handled.length,
    falseCount: handled.filter(({ decision }) => decision!.dealType === 6).length,
    timelyCount: handled.filter(({ decision }) => isTimely(decision!)).length,
    handleSec: sumBy(handled, ({ alarm, decision }) => (decision!.at - alarm.startAt) / 1000),
    msgCount: handled.filter(({ decision }) => decision!.dealType === 1).length,
    phoneCount: handled.filter(({ decision }) => decision!.dealType === 5).length,
    handleRate: percent(handled.length, need),
  };
}
export const pick = <T extends object, K extends keyof T>(from: T, ...keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
