import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import { businessDay, parseDayKey } from '@fleetwarden/domain/business-day';
import { minuteOfDay } from '@fleetwarden/domain/day-time';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import type { Filter } from './filter.ts';

/** Days 'yyyy-MM-dd', both included. */
export type Days = { readonly from: string; readonly to: string };
/** Epoch ms, the end exclusive. */
export type Times = { readonly from: number; readonly to: number };

const MINUTES_PER_DAY = 1_440;
const two = (value: number) => String(value).padStart(2, '0');

/** Adds calendar days. */
export const addDays = (key: string, days: number): string =>
  new Date(Date.parse(`${key}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

export const countDays = ({ from, to }: Days): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** The same day of the previous month, or its last day. */
function monthBefore(key: string): string {
  const [year, month, day] = key.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - 1, 0));
  return `${last.toISOString().slice(0, 7)}-${two(Math.min(day, last.getUTCDate()))}`;
}

export const getLastDayOfMonth = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** Monday and Sunday of an ISO week 'yyyy-Www'. */
export function getDaysOfWeek(week: string): Days {
  const [year, number] = [Number(week.slice(0, 4)), Number(week.slice(6))];
  // January 4 is always in the first week
  const fourth = new Date(Date.UTC(year, 0, 4));
  const monday = new Date(fourth.getTime() + ((number - 1) * 7 - ((fourth.getUTCDay() || 7) - 1)) * DAY_MS);
  const from = monday.toISOString().slice(0, 10);
  return { from, to: addDays(from, 6) };
}

/** The ISO week 'yyyy-Www' of a day. */
export function formatWeek(key: string): string {
  const at = new Date(`${key}T00:00:00Z`);
  const thursday = new Date(at.getTime() + (4 - (at.getUTCDay() || 7)) * DAY_MS);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return `${thursday.getUTCFullYear()}-W${two(Math.floor((thursday.getTime() - first) / DAY_MS / 7) + 1)}`;
}

/** The days of a date preset (report catalogue 2.3). */
function getPresetDays(preset: Filter['preset'], today: string): Days {
  const yesterday = addDays(today, -1);
  if (preset === 'curMonth') return { from: `${today.slice(0, 8)}01`, to: today };
  if (preset === 'dtOneMonth') return { from: monthBefore(today), to: yesterday };
  if (preset === '-7,-1') return { from: addDays(today, -7), to: yesterday };
  if (preset === '-1') return { from: yesterday, to: yesterday };
  return { from: today, to: today };
}

export const DATE_FILTERS: ReadonlySet<number> = new Set([
  filterTypes.days,
  filterTypes.times,
  filterTypes.day,
  filterTypes.closedDay,
  filterTypes.month,
  filterTypes.months,
  filterTypes.week,
]);

/** The default value of a date filter as the control sends it; undefined for other filters. */
export function buildDefaultDates({ type, preset }: Filter, now: number, timeZone: string): string | undefined {
  const today = businessDay(now, timeZone).key;
  const days = getPresetDays(preset, today);
  switch (type) {
    case filterTypes.days:
      return `${days.from},${days.to}`;
    case filterTypes.times:
      return `${days.from} 00:00:00,${days.to} ${preset === '0' ? clock(now, timeZone) : '23:59:59'}`;
    case filterTypes.day:
    case filterTypes.closedDay:
      return days.to;
    case filterTypes.month:
      return monthBefore(`${today.slice(0, 8)}01`).slice(0, 7);
    case filterTypes.months: {
      const before = monthBefore(`${today.slice(0, 8)}01`).slice(0, 7);
      return `${before},${before}`;
    }
    case filterTypes.week:
      return formatWeek(addDays(today, -7));
    case filterTypes.year:
      return today.slice(0, 4);
    default:
      return undefined;
  }
}

/** The initial value of a filter on the page. */
export const getInitialValue = (filter: Filter, now: number, timeZone: string): string =>
  buildDefaultDates(filter, now, timeZone) ??
  (filter.initial === 'own' || filter.initial === 'all' ? '' : (filter.initial ?? ''));

function clock(at: number, timeZone: string): string {
  const minute = minuteOfDay(at, timeZone);
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(Math.floor(at / SECOND_MS) % 60)}`;
}

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const INSTANT = /^(\d{4}-\d\d-\d\d) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const WEEK = /^\d{4}-W(0[1-9]|[1-4]\d|5[0-3])$/;

/** Earlier dates are invalid: calendars of the first centuries differ between implementations. */
const FIRST_DAY = '1970-01-01';

const isDay = (value: string | undefined): value is string =>
  value !== undefined && DAY.test(value) && value >= FIRST_DAY && new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);

/**
 * Parses 'yyyy-MM-dd HH:mm:ss' in the zone; undefined if invalid. A skipped time counts from midnight, a repeated one is the
 * first.
 */
function parseInstant(value: string | undefined, timeZone: string): number | undefined {
  const [, day, hours, minutes, seconds] = INSTANT.exec(value ?? '') ?? [];
  if (!isDay(day)) return undefined;
  const target = Number(hours) * 60 + Number(minutes);
  const plain = parseDayKey(day, timeZone).startAt + target * MINUTE_MS;
  // on a day of a clock change the minutes since midnight differ from the clock
  const off = ((target - minuteOfDay(plain, timeZone) + 1.5 * MINUTES_PER_DAY) % MINUTES_PER_DAY) - MINUTES_PER_DAY / 2;
  const moved = plain + off * MINUTE_MS;
  const at = minuteOfDay(moved, timeZone) === target ? moved : plain;
  return at + Number(seconds) * SECOND_MS;
}

/** Parsed dates, or the reason of a refusal. */
export type ReadDates = { readonly days: Days; readonly times: Times } | 'invalid' | 'future' | 'tooLong' | 'reversed';

/** Parses the value of a date filter. */
export function readDates({ type, maxDays }: Filter, value: string, now: number, timeZone: string): ReadDates {
  const today = businessDay(now, timeZone).key;
  const [first, second] = value.split(',').map((part) => part.trim());
  const of = (from: string, to: string): ReadDates => {
    if (from > to) return 'reversed';
    if (to > today) return 'future';
    const days = { from, to };
    if (maxDays !== undefined && countDays(days) > maxDays) return 'tooLong';
    return { days, times: { from: parseDayKey(from, timeZone).startAt, to: parseDayKey(to, timeZone).endAt } };
  };
  switch (type) {
    case filterTypes.days:
      return isDay(first) && isDay(second) ? of(first, second) : 'invalid';
    case filterTypes.day:
      return isDay(first) ? of(first, first) : 'invalid';
    case filterTypes.closedDay:
      if (!isDay(first)) return 'invalid';
      return first >= today ? 'future' : of(first, first);
    case filterTypes.times: {
      const [from, to] = [parseInstant(first, timeZone), parseInstant(second, timeZone)];
      if (from === undefined || to === undefined) return 'invalid';
      if (from > to) return 'reversed';
      const days = { from: businessDay(from, timeZone).key, to: businessDay(to, timeZone).key };
      if (days.to > today) return 'future';
      if (maxDays !== undefined && to - from >= maxDays * DAY_MS) return 'tooLong';
      return { days, times: { from, to: to + SECOND_MS } };
    }
    case filterTypes.month:
    case filterTypes.months: {
      const last = type === filterTypes.month ? first : second;
      if (!first || !last || !MONTH.test(first) || !MONTH.test(last) || first < FIRST_DAY) return 'invalid';
      if (first > last) return 'reversed';
      // a month must be over
      return last >= today.slice(0, 7) ? 'future' : of(`${first}-01`, getLastDayOfMonth(last));
    }
    case filterTypes.week: {
      if (!first || !WEEK.test(first) || first < FIRST_DAY) return 'invalid';
      const { from, to } = getDaysOfWeek(first);
      // week 53 of a year with 52 weeks
      if (formatWeek(from) !== first) return 'invalid';
      return to >= today ? 'future' : of(from, to);
    }
    default:
      return 'invalid';
  }
}
