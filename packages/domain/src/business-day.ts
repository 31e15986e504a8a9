import { DAY_MS, HOUR_MS } from './durations.ts';

/** One calendar day in a time zone: `startAt` inclusive, `endAt` exclusive, UTC epoch ms; `key` is YYYY-MM-DD. */
export type BusinessDay = { readonly key: string; readonly startAt: number; readonly endAt: number };

export const DEFAULT_TIME_ZONE = 'Asia/Shanghai';

type Zone = {
  readonly format: Intl.DateTimeFormat;
  /** The last result: on the hot path nearly every instant falls into it. */
  last: BusinessDay;
  /** Cached days, by the UTC days they touch. */
  readonly days: Map<number, BusinessDay[]>;
};

/** Cached zones: users may ask in their own ones. */
const MAX_ZONES = 64;
/** Cached UTC days per zone; when full the cache is cleared. */
const MAX_DAYS = 2048;
const NO_DAY: BusinessDay = { key: '', startAt: 0, endAt: 0 };
const zones = new Map<string, Zone>();

/** The day of an instant (UTC epoch ms) in a time zone, cached. Throws RangeError on an unknown zone. */
export function businessDay(at: number, timeZone: string = DEFAULT_TIME_ZONE): BusinessDay {
  const zone = zones.get(timeZone) ?? openZone(timeZone);
  const last = zone.last;
  if (at >= last.startAt && at < last.endAt) return last;
  const day = known(zone, at) ?? compute(zone, at);
  zone.last = day;
  return day;
}

/** Whether a time zone exists, ignoring case ('asia/shanghai'). */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** The day key YYYY-MM-DD of an instant. */
export function dayKey(at: number, timeZone: string = DEFAULT_TIME_ZONE): string {
  return businessDay(at, timeZone).key;
}

/** The first instant of the day that contains an instant. */
export function startOfDay(at: number, timeZone: string = DEFAULT_TIME_ZONE): number {
  return businessDay(at, timeZone).startAt;
}

/** The first instant of the next day. */
export function nextMidnight(at: number, timeZone: string = DEFAULT_TIME_ZONE): number {
  return businessDay(at, timeZone).endAt;
}

function openZone(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('en-CA-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const zone: Zone = { format, last: NO_DAY, days: new Map() };
  if (zones.size >= MAX_ZONES) zones.clear();
  zones.set(timeZone, zone);
  return zone;
}

function known(zone: Zone, at: number): BusinessDay | undefined {
  return zone.days.get(Math.floor(at / DAY_MS))?.find((day) => at >= day.startAt && at < day.endAt);
}

function compute(zone: Zone, at: number): BusinessDay {
  const key = localDate(zone, at);
  // No day is longer than about 27 hours: 36 hours away is certainly another date.
  const day: BusinessDay = {
    key,
    startAt: firstWhere(at - 36 * HOUR_MS, at, (instant) => localDate(zone, instant) === key),
    endAt: firstWhere(at, at + 36 * HOUR_MS, (instant) => localDate(zone, instant) !== key),
  };
  if (zone.days.size >= MAX_DAYS) zone.days.clear();
  for (let utcDay = Math.floor(day.startAt / DAY_MS); utcDay * DAY_MS < day.endAt; utcDay++) {
    const days = zone.days.get(utcDay);
    if (days === undefined) zone.days.set(utcDay, [day]);
    else days.push(day);
  }
  return day;
}

/** YYYY-MM-DD of an instant in the zone. */
function localDate(zone: Zone, at: number): string {
  let year = '';
  let month = '';
  let day = '';
  for (const part of zone.format.formatToParts(at)) {
    if (part.type === 'year') year = part.value;
    else if (part.type === 'month') month = part.value;
    else if (part.type === 'day') day = part.value;
  }
  return `${year.padStart(4, '0')}-${month}-${day}`;
}

/**
 * Binary search: the first instant in (low, high] where `test` turns true. Correct in zones whose midnight is skipped or
 * repeated.
 */
function firstWhere(low: number, high: number, test: (at: number) => boolean): number {
  let no = low;
  let yes = high;
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2);
    if (test(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

/** The business day of a key 'yyyy-MM-dd'. */
export function parseDayKey(key: string, timeZone: string = DEFAULT_TIME_ZONE): BusinessDay {
  // Noon UTC is on the day, or the one before or after, everywhere.
  const near = businessDay(Date.parse(`${key}T12:00:00Z`), timeZone);
  if (near.key === key) return near;
  return businessDay(near.key < key ? near.endAt : near.startAt - 1, timeZone);
}

/** The days of a month 'yyyy-MM' that have begun at `now` (epoch ms). */
export function daysOfMonth(month: string, timeZone: string, now: number): BusinessDay[] {
  const days: BusinessDay[] = [];
  let day = parseDayKey(`${month}-01`, timeZone);
  while (day.key.startsWith(month) && day.startAt <= now) {
    days.push(day);
    day = businessDay(day.endAt, timeZone);
  }
  return days;
}
