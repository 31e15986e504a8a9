import type { Alarm } from './alarms.ts';
import { HOUR, MINUTE } from './definitions.ts';
import type { OracleVehicle } from './vehicle.ts';

/** How an alarm is handled. */
export type Decision = {
  readonly car: number;
  readonly alarm: Alarm;
  readonly at: number;
  /** 1 message, 5 phone, 6 false alarm */
  readonly dealType: 1 | 5 | 6;
};

/** Default target times by level. */
const TIMELY_MS = { 1: 24 * HOUR, 2: 30 * MINUTE, 3: 5 * MINUTE } as const;
/** Applied to the alarms in turn; null: not handled. */
const DECISION_PATTERN: readonly (null | { readonly after: number; readonly dealType: 1 | 5 | 6 })[] = [
  { after: 5 * MINUTE, dealType: 5 },
  null,
  { after: 45 * MINUTE, dealType: 1 },
  { after: 2 * HOUR, dealType: 6 },
  { after: 20 * MINUTE, dealType: 5 },
  null,
  { after: 26 * HOUR, dealType: 1 },
];

export function planDecisions(cars: readonly OracleVehicle[]): Decision[] {
  return cars
    .flatMap(({ index, alarms }) => alarms.filter(({ needed }) => needed).map((alarm) => ({ car: index, alarm })))
    .flatMap(({ car, alarm }, i) => {
      const vehicle = DECISION_PATTERN[i % DECISION_PATTERN.length];
      return vehicle ? [{ car, alarm, at: alarm.endAt + vehicle.after, dealType: vehicle.dealType }] : [];
    });
}

export const isTimely = ({ alarm, at }: Decision): boolean => at - alarm.startAt <= TIMELY_MS[alarm.level];
