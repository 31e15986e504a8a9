import type { RecountHouse } from './house.ts';
import type { Alarm } from './slow/alarms.ts';
import type { CarDay } from './slow/days.ts';
import { type Decision, isTimely } from './slow/handled.ts';
import type { SlowCar } from './slow/index.ts';
import type { OnlineDay } from './slow/online.ts';
import { DAY, dayOf } from './slow/rules.ts';
import { DEPARTMENTS, DRIVERS, type World } from './world.ts';

export type Cell = string | number | boolean | null;
export type Cells = Readonly<Record<string, Cell>>;

/** What the fleet did, and what was decided, as the slow way has it. */
export type Known = {
  readonly world: World;
  readonly house: RecountHouse;
  /** Of the companies the clerk may see. */
  readonly cars: readonly SlowCar[];
  readonly decisions: readonly Decision[];
};

/** A report that is worked out anew. */
export type Recount = {
  readonly report: number;
  /** Beside the company. */
  readonly conditions: (known: Known) => Readonly<Record<string, string>>;
  /** Columns that tell rows apart. */
  readonly key: readonly string[];
  /** Every row with every column that is compared. */
  readonly rows: (known: Known) => Cells[];
  /** Of the figures of all rows, by name; a function gets the sums of the others. */
  readonly sums?: Readonly<Record<string, 'sum' | 'max' | ((sums: Readonly<Record<string, number>>) => number | null)>>;
};

export const staticDate = ({ world: { start, end } }: Known) => ({ staticDate: `${dayOf(start)},${dayOf(end - DAY)}` });
export const timeRange = ({ world: { start, end } }: Known) => ({
  timeRange: `${dayOf(start)} 00:00:00,${dayOf(end - DAY)} 23:59:59`,
});
export const month = ({ world: { start } }: Known) => ({ month: dayOf(start).slice(0, 7) });

export const dayKeys = ({ world: { start, end } }: Known): string[] =>
  Array.from({ length: (end - start) / DAY }, (_, i) => dayOf(start + i * DAY));
/** With the day after the last, whose morning ends them all. */
export const monthKeys = (known: Known): string[] => [...dayKeys(known), dayOf(known.world.end)];
export const isWithin = ({ world: { start, end } }: Known, at: number): boolean => at >= start && at < end;

export const deptOf = ({ plan }: SlowCar): string => DEPARTMENTS[plan.department]!;
export const driverName = (driver: number | null): string | null => (driver === null ? null : DRIVERS[driver]!.name);

/** A vehicle's day with all that is known of it. */
export type Row = {
  readonly car: SlowCar;
  readonly day: string;
  readonly figures: CarDay | null;
  readonly online: OnlineDay | null;
};

/** Days with figures or connections. */
export const carDays = (known: Known, keys: readonly string[] = dayKeys(known)): Row[] =>
  known.cars.flatMap((car) =>
    keys.flatMap((day) => {
      const [figures, online] = [car.days.get(day) ?? null, car.online.get(day) ?? null];
      return figures === null && online === null ? [] : [{ car, day, figures, online }];
    }),
  );
/** Those with figures. */
export const drivenDays = (known: Known, keys?: readonly string[]): (Row & { readonly figures: CarDay })[] =>
  carDays(known, keys).flatMap((row) => (row.figures === null ? [] : [{ ...row, figures: row.figures }]));

export const mileage = ({ car, figures }: Pick<Row, 'car' | 'figures'>): number => (figures === null ? 0 : car.mileage(figures));
/** A day on which it was driven: a kilometre at least. */
export const ran = (row: Row): boolean => mileage(row) >= 1;

export const total = <T>(list: readonly T[], of: (one: T) => number): number => list.reduce((all, one) => all + of(one), 0);
export const most = <T>(list: readonly T[], of: (one: T) => number | null): number | null =>
  list.reduce<number | null>((best, one) => {
    const value = of(one);
    return value === null || (best !== null && best >= value) ? best : value;
  }, null);
export const percent = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole);
export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
/** Under a minute of driving tells nothing of a speed, and under a kilometre nothing of a hundred. */
export const speed = (km: number, driveSec: number): number | null => (driveSec < 60 ? null : km / (driveSec / 3600));
export const per100 = (count: number, km: number): number | null => (km < 1 ? null : (100 * count) / km);
export const trackRate = (ok: number, gap: number): number => (ok + gap === 0 ? 100 : (100 * ok) / (ok + gap));

export function groups<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of list) found.set(keyOf(one), [...(found.get(keyOf(one)) ?? []), one]);
  return found;
}

/** An alarm with its vehicle and what was decided of it. */
export type Event = { readonly car: SlowCar; readonly alarm: Alarm; readonly decision: Decision | null };

export const events = (known: Known, keys: readonly string[] = dayKeys(known)): Event[] =>
  known.cars.flatMap((car) =>
    car.alarms
      .filter(({ startAt }) => keys.includes(dayOf(startAt)))
      .map((alarm) => ({
        car,
        alarm,
        decision: known.decisions.find((decision) => decision.car === car.index && decision.alarm === alarm) ?? null,
      })),
  );

/** s */
export const lasted = ({ alarm: { startAt, endAt } }: Event): number => Math.round((endAt - startAt) / 1000);
export const ofGroup = (list: readonly Event[], ...names: readonly string[]): Event[] =>
  list.filter(({ alarm }) => names.includes(alarm.group));
export const SAFETY = ['ADAS', 'DSM', 'TPMS', 'BSD'] as const;

/** Counts of alarms by group and of what became of them, as several reports name them. */
export function counted(list: readonly Event[]) {
  const handled = list.filter(({ decision }) => decision !== null);
  const need = list.filter(({ alarm }) => alarm.needed).length;
  return {
    alarmCount: list.length,
    alarmSec: total(list, lasted),
    overCount: ofGroup(list, 'OVERSPEED').length,
    fatigueCount: ofGroup(list, 'FATIGUE').length,
    nightCount: 0,
    areaAlarmCount: 0,
    emergencyCount: ofGroup(list, 'EMERGENCY').length,
    deviceCount: ofGroup(list, 'DEVICE').length,
    safetyCount: ofGroup(list, ...SAFETY).length,
    needCount: need,
    handledCount: handled.length,
    unhandledCount: need - handled.length,
    falseCount: handled.filter(({ decision }) => decision!.dealType === 6).length,
    timelyCount: handled.filter(({ decision }) => isTimely(decision!)).length,
    handleSec: total(handled, ({ alarm, decision }) => (decision!.at - alarm.startAt) / 1000),
    msgCount: handled.filter(({ decision }) => decision!.dealType === 1).length,
    phoneCount: handled.filter(({ decision }) => decision!.dealType === 5).length,
    handleRate: percent(handled.length, need),
  };
}
/** Some of them. */
export const pick = <T extends object, K extends keyof T>(from: T, ...keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
