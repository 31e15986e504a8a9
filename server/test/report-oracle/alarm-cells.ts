import {
  type Cells,
  deptOf,
  drivenDays,
  driverName,
  type Event,
  events,
  type Known,
  lasted,
  mileage,
  most,
  ofGroup,
  percent,
  SAFETY,
  total,
} from './recount.ts';
import { hourOf } from './slow/rules.ts';

export const GROUP_COUNTS = [
  ...(['overCount', 'fatigueCount', 'nightCount', 'areaAlarmCount', 'emergencyCount', 'deviceCount', 'safetyCount'] as const),
];
export const GROUP_SUMS = Object.fromEntries(GROUP_COUNTS.map((key) => [key, 'sum' as const]));
export const byCar = ({ car }: { readonly car: Event['car'] }) => car.plan.plate;
export const waysOf = (known: Known, plate: string) =>
  total(
    drivenDays(known).filter((row) => byCar(row) === plate),
    mileage,
  );

/** Percent beyond the limit; null: terminals tell none. */
export const excess = ({ alarm: { maxKmh, limitKmh } }: Event): number | null =>
  limitKmh === null ? null : (100 * (maxKmh - limitKmh)) / limitKmh;
/** OVER_GRADE: from 10, 20 and 50 percent on. */
export const gradeOf = (event: Event): number | null => {
  const beyond = excess(event);
  return beyond === null ? null : 1 + [10, 20, 50].filter((from) => beyond >= from).length;
};
export const grades = (list: readonly Event[]) =>
  Object.fromEntries([1, 2, 3, 4].map((grade) => [`grade${grade}`, list.filter((event) => gradeOf(event) === grade).length]));

/** One alarm as lists show it; HANDLE_STATE 2 handled, 3 false, 4 nobody has to. */
export const shown = (event: Event): Cells => {
  const { car, alarm, decision } = event;
  return {
    deptName: deptOf(car),
    carNo: car.plan.plate,
    driverName: driverName(car.driverAt(alarm.startAt)),
    alarmType: String(alarm.typeId),
    startTime: alarm.startAt,
    endTime: alarm.endAt,
    duration: lasted(event),
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

export const hoursOf = (list: readonly Event[]): Record<string, number> =>
  Object.fromEntries(
    Array.from({ length: 24 }, (_, hour) => [
      `h${String(hour).padStart(2, '0')}`,
      list.filter(({ alarm }) => hourOf(alarm.startAt) === hour).length,
    ]),
  );
export const HOUR_SUMS = Object.fromEntries(Object.keys(hoursOf([])).map((key) => [key, 'sum' as const]));

/** Kinds with how often, of a company, a vehicle or all. */
export const kinds = (list: readonly Event[], all: number): Cells => ({
  alarmType: String(list[0]!.alarm.typeId),
  alarmLevel: most(list, ({ alarm }) => alarm.level),
  alarmCount: list.length,
  shareRate: percent(list.length, all),
  ...hoursOf(list),
  prevCount: 0,
  momRate: null,
});
export const kindOf = ({ alarm }: Event) => String(alarm.typeId);
export const SAFETY_KINDS = '66,78,91';
export const safetyOf = (known: Known) => ofGroup(events(known), ...SAFETY);
