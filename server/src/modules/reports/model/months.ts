import { businessDay, parseDayKey } from '@fleetwarden/domain/business-day';
import { type Days, dayCount, lastOfMonth, shifted, type Times } from './dates.ts';

/** A month of the business calendar: its key yyyy-MM, its days, and its instants, epoch ms, the end exclusive. */
export type Month = { readonly key: string; readonly days: Days; readonly times: Times };

/** The day of the next month on which a month is closed: until then late data may still come. */
const CLOSING_DAY = 4;

export function monthOf(key: string, timeZone: string): Month {
  const days = { from: `${key}-01`, to: lastOfMonth(key) };
  return { key, days, times: { from: parseDayKey(days.from, timeZone).startAt, to: parseDayKey(days.to, timeZone).endAt } };
}

/** The month before another, yyyy-MM both. */
export const keyBefore = (key: string): string => shifted(`${key}-01`, -1).slice(0, key.length);
const keyAfter = (key: string): string => shifted(lastOfMonth(key), 1).slice(0, key.length);

/** The months that days touch. */
export function keysOf({ from, to }: Days): string[] {
  const keys: string[] = [];
  for (let key = from.slice(0, 7); key <= to.slice(0, 7); key = keyAfter(key)) keys.push(key);
  return keys;
}

/** From when on a month may be closed, epoch ms. */
export const closableAt = (key: string, timeZone: string): number =>
  parseDayKey(`${keyAfter(key)}-0${CLOSING_DAY}`, timeZone).startAt;

/** The newest month that may be closed by now. */
export function lastClosable(now: number, timeZone: string): string {
  const last = keyBefore(businessDay(now, timeZone).key.slice(0, 7));
  return now >= closableAt(last, timeZone) ? last : keyBefore(last);
}

export const everyDayOf = ({ days }: Month): string[] =>
  Array.from({ length: dayCount(days) }, (_, index) => shifted(days.from, index));
