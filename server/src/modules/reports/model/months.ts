import { businessDay, parseDayKey } from '@fleetwarden/domain/business-day';
import { addDays, countDays, type Days, getLastDayOfMonth, type Times } from './dates.ts';

/** A business month: key yyyy-MM, days, and times in epoch ms, end exclusive. */
export type Month = { readonly key: string; readonly days: Days; readonly times: Times };

/** The day of the next month on which a month closes: late data may arrive until then. */
const CLOSING_DAY = 4;

export function buildMonth(key: string, timeZone: string): Month {
  const days = { from: `${key}-01`, to: getLastDayOfMonth(key) };
  return { key, days, times: { from: parseDayKey(days.from, timeZone).startAt, to: parseDayKey(days.to, timeZone).endAt } };
}

/** Both yyyy-MM. */
export const previousMonthKey = (key: string): string => addDays(`${key}-01`, -1).slice(0, key.length);
const keyAfter = (key: string): string => addDays(getLastDayOfMonth(key), 1).slice(0, key.length);

/** The months that days overlap. */
export function listMonthKeys({ from, to }: Days): string[] {
  const keys: string[] = [];
  for (let key = from.slice(0, 7); key <= to.slice(0, 7); key = keyAfter(key)) keys.push(key);
  return keys;
}

/** When a month may be closed, epoch ms. */
export const getClosableTime = (key: string, timeZone: string): number =>
  parseDayKey(`${keyAfter(key)}-0${CLOSING_DAY}`, timeZone).startAt;

/** The newest month that may be closed. */
export function lastClosable(now: number, timeZone: string): string {
  const last = previousMonthKey(businessDay(now, timeZone).key.slice(0, 7));
  return now >= getClosableTime(last, timeZone) ? last : previousMonthKey(last);
}

export const listDays = ({ days }: Month): string[] =>
  Array.from({ length: countDays(days) }, (_, index) => addDays(days.from, index));
