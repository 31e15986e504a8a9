import { MAX_TRACK_MS } from '@fleetwarden/contract/tracks/track-rules';
import { parseDayKey } from '@fleetwarden/domain/business-day';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { businessZone, todaySoFar } from '../../api/business-clock.ts';
import { businessTime, instantOf } from '../../api/business-time.ts';

type TrackRange = { readonly start: number; readonly end: number };

/** Length of a ten-day period. */
const TEN_DAYS = 10;

const days = (now: number, before: number, count: number): TrackRange => {
  const start = businessTime(now).startOf('day').subtract(before, 'day');
  return { start: instantOf(start), end: Math.min(instantOf(start.add(count, 'day')), now) };
};

/** The previous ten-day period: from the 1st, 11th or 21st. */
function lastTenDays(now: number): TrackRange {
  const today = businessTime(now).startOf('day');
  const period = Math.min(Math.floor((today.date() - 1) / TEN_DAYS), 2);
  const end = today.date(period * TEN_DAYS + 1);
  const start = period > 0 ? end.subtract(TEN_DAYS, 'day') : end.subtract(1, 'day').date(2 * TEN_DAYS + 1);
  return { start: instantOf(start), end: instantOf(end) };
}

/** Monday to Sunday of the previous week. */
function lastWeek(now: number): TrackRange {
  const today = businessTime(now).startOf('day');
  const monday = today.subtract((today.day() + 6) % 7, 'day');
  return { start: instantOf(monday.subtract(7, 'day')), end: instantOf(monday) };
}

/** Frequent ranges in the platform's days by text key, none after `now` (epoch ms). A month may exceed the call's limit. */
export const TRACK_RANGES = [
  { key: 'lastHour', of: (now: number): TrackRange => ({ start: now - HOUR_MS, end: now }) },
  { key: 'today', of: todaySoFar },
  { key: 'yesterday', of: (now: number) => days(now, 1, 1) },
  { key: 'last3Days', of: (now: number) => days(now, 2, 3) },
  { key: 'lastWeek', of: lastWeek },
  { key: 'lastTenDays', of: lastTenDays },
  { key: 'last30Days', of: (now: number) => days(now, 29, 30) },
] as const;

/** A day of the platform (yyyy-MM-dd) until now. */
export function rangeOfDay(day: string, now: number): TrackRange {
  const { startAt, endAt } = parseDayKey(day, businessZone());
  return { start: startAt, end: Math.min(endAt, now) };
}

type RangeFault = 'order' | 'tooLong' | 'future';

/** The reason why a range is invalid; null: valid. */
export function rangeFault({ start, end }: TrackRange, now: number): RangeFault | null {
  if (start >= end) return 'order';
  if (start > now) return 'future';
  return end - start > MAX_TRACK_MS ? 'tooLong' : null;
}
