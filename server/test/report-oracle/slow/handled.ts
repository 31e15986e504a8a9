import type { Alarm } from './alarms.ts';
import type { SlowCar } from './index.ts';
import { HOUR, MINUTE } from './rules.ts';

/** What somebody decides of an alarm. */
export type Decision = {
  readonly car: number;
  readonly alarm: Alarm;
  readonly at: number;
  /** 1 message, 5 phone, 6 false alarm */
  readonly dealType: 1 | 5 | 6;
};

/** Of the setting as it is where nobody changed it, by level. */
const IN_TIME_MS = { 1: 24 * HOUR, 2: 30 * MINUTE, 3: 5 * MINUTE } as const;
/** How each of some alarms in a row is decided; null: not at all. */
const WAYS: readonly (null | { readonly after: number; readonly dealType: 1 | 5 | 6 })[] = [
  { after: 5 * MINUTE, dealType: 5 },
  null,
  { after: 45 * MINUTE, dealType: 1 },
  { after: 2 * HOUR, dealType: 6 },
  { after: 20 * MINUTE, dealType: 5 },
  null,
  { after: 26 * HOUR, dealType: 1 },
];

/** The same decisions for the same alarms. */
export function decisionsOf(cars: readonly SlowCar[]): Decision[] {
  return cars
    .flatMap(({ index, alarms }) => alarms.filter(({ needed }) => needed).map((alarm) => ({ car: index, alarm })))
    .flatMap(({ car, alarm }, i) => {
      const way = WAYS[i % WAYS.length];
      return way ? [{ car, alarm, at: alarm.endAt + way.after, dealType: way.dealType }] : [];
    });
}

export const isTimely = ({ alarm, at }: Decision): boolean => at - alarm.startAt <= IN_TIME_MS[alarm.level];
