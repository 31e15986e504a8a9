import { hourOfDay } from '../vehicle/definitions.ts';
import {
  type Cells,
  departmentName,
  driverName,
  durationSeconds,
  type Event,
  filterGroups,
  listAlarmEvents,
  listDrivenDays,
  maxBy,
  mileage,
  type OracleData,
  percent,
  SAFETY,
  sumBy,
} from './oracle-report.ts';

export const GROUP_COUNTS = [
  ...(['overCount', 'fatigueCount', 'nightCount', 'areaAlarmCount', 'emergencyCount', 'deviceCount', 'safetyCount'] as const),
];
export const GROUP_SUMS = Object.fromEntries(GROUP_COUNTS.map((key) => [key, 'sum' as const]));
export const byCar = ({ car }: { readonly car: Event['car'] }) => car.plan.plate;
export const sumMileage = (oracle: OracleData, plate: string) =>
  sumBy(
    listDrivenDays(oracle).filter((row) => byCar(row) === plate),
    mileage,
  );

/** Percent over the limit; null: alarms of terminals have no limit. */
export const excess = ({ alarm: { maxKmh, limitKmh } }: Event): number | null =>
  limitKmh === null ? null : (100 * (maxKmh - limitKmh)) / limitKmh;
/** OVER_GRADE: from 10, 20 and 50 percent on. */
export const overspeedGrade = (event: Event): number | null => {
  const beyond = excess(event);
  return beyond === null ? null : 1 + [10, 20, 50].filter((from) => beyond >= from).length;
};
export const grades = (list: readonly Event[]) =>
  Object.fromEntries(
    [1, 2, 3, 4].map((grade) => [`grade${grade}`, list.filter((event) => overspeedGrade(event) === grade).length]),
  );

/** A row of an alarm list; HANDLE_STATE 2 handled, 3 false alarm, 4 no handling needed. */
export const alarmCells = (event: Event): Cells => {
  const { car, alarm, decision } = event;
  return {
    deptName: departmentName(car),
    carNo: car.plan.plate,
    driverName: driverName(car.driverAt(alarm.startAt)),
    alarmType: String(alarm.typeId),
    startTime: alarm.startAt,
    endTime: alarm.endAt,
    duration: durationSeconds(event),
    alarmLevel: alarm.level,
    alarmSpeed: alarm.startKmh,
    maxSpeed: alarm.maxKmh,
    limitSpeed: alarm.limitKmh,
    handleState: decision !== null ? (decision.dealType === 6 ? 3 : 2) : alarm.needed ? 0 : 4,
    dealType: decision?.dealType ?? null,
    handleTime: decision?.at ?? null,
  };
};
export const some = (cells: Cells, ...keys: readonly string[]): Cells =>
  Object.fromEntries(keys.map((key) => [key, cells[key]!]));

export const countHours = (list: readonly Event[]): Record<string, number> =>
  Object.fromEntries(
    Array.from({ length: 24 }, (_, hour) => [
      `h${String(hour).padStart(2, '0')}`,
      list.filter(({ alarm }) => hourOfDay(alarm.startAt) === hour).length,
    ]),
  );
export const HOUR_SUMS = Object.fromEntries(Object.keys(countHours([])).map((key) => [key, 'sum' as const]));

/** One row per alarm type, for a company, a vehicle or all. */
export const kindCells = (list: readonly Event[], all: number): Cells => ({
  alarmType: String(list[0]!.alarm.typeId),
  alarmLevel: maxBy(list, ({ alarm }) => alarm.level),
  alarmCount: list.length,
  shareRate: percent(list.length, all),
  ...countHours(list),
  prevCount: 0,
  momRate: null,
});
export const alarmTypeOf = ({ alarm }: Event) => String(alarm.typeId);
export const SAFETY_KINDS = '66,78,91';
export const listSafetyEvents = (oracle: OracleData) => filterGroups(listAlarmEvents(oracle), ...SAFETY);
