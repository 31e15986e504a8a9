import type { BusinessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';

/** Shifts by hour of the day. `next` follows. */
export const WATCHES = [
  { login: 'dispatcher', shift: '早班', from: 8, to: 16, next: 'safety' },
  { login: 'safety', shift: '晚班', from: 16, to: 23, next: 'demo' },
  { login: 'demo', shift: '白班', from: 8, to: 17, next: 'dispatcher' },
] as const;

/** Vehicles with commands and supervisions. */
export const DEMO_VEHICLES = 12;

export type Who = { readonly now: number; readonly accountOf: (login: string) => number | null };
export type Cars = readonly { readonly id: number; readonly plate: string; readonly colour: number }[];

/** The number of a day. It does not depend on when the demo was entered. */
export const getShiftNumber = ({ startAt }: BusinessDay): number => Math.round(startAt / DAY_MS);
export const inTurn = <T>(list: readonly T[], number: number): T => list[number % list.length]!;
