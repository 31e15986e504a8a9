import { businessDay, DEFAULT_TIME_ZONE } from './business-day.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

/** Times of day, 'HH:mm', and segments between two of them. A segment may cross midnight. */
export type DaySegment = { readonly start: string; readonly end: string };

const MINUTES_A_DAY = 1440;
const SUNDAY = 7;

/** Minutes from midnight of an 'HH:mm'. */
export const parseClock = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Whether a minute of the day is in [start, end); equal values mean the whole day. */
export const isWithin = (minute: number, start: number, end: number): boolean =>
  start < end ? minute >= start && minute < end : minute >= start || minute < end;

/** Whether any two segments overlap. */
export function segmentsOverlap(segments: readonly DaySegment[]): boolean {
  const spans = segments.flatMap(({ start, end }): (readonly [number, number])[] => {
    const [from, to] = [parseClock(start), parseClock(end)];
    return from < to
      ? [[from, to]]
      : [
          [from, MINUTES_A_DAY],
          [0, to],
        ];
  });
  const sorted = spans.filter(([from, to]) => from < to).sort(([a], [b]) => a - b);
  return sorted.some(([from], i) => i > 0 && from < sorted[i - 1]![1]);
}

const clocks = new Map<string, Intl.DateTimeFormat>();
function getClock(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** The minute of the day of an instant (epoch ms). */
export function minuteOfDay(at: number, timeZone: string = DEFAULT_TIME_ZONE): number {
  const { startAt, endAt } = businessDay(at, timeZone);
  // On days with a clock change the calendar decides; arithmetic is a hundred times faster on all others.
  return endAt - startAt === DAY_MS ? Math.floor((at - startAt) / MINUTE_MS) : parseClock(getClock(timeZone).format(at));
}

const weekdays = new Map<string, number>();
/** 1 Monday to 7 Sunday. */
export function getWeekday(at: number, timeZone: string = DEFAULT_TIME_ZONE): number {
  const { key } = businessDay(at, timeZone);
  let weekday = weekdays.get(key);
  if (weekday === undefined) {
    weekday = new Date(Date.parse(`${key}T00:00:00Z`)).getUTCDay() || SUNDAY;
    if (weekdays.size > 4_000) weekdays.clear();
    weekdays.set(key, weekday);
  }
  return weekday;
}

/** 22:00 to 06:00, for rules that only say night. */
const NIGHT_FROM = 22 * 60;
const NIGHT_TO = 6 * 60;
export const isNight = (minute: number): boolean => isWithin(minute, NIGHT_FROM, NIGHT_TO);

/** Whole hours since 1970. */
export const getHourNumber = (at: number): number => Math.floor(at / HOUR_MS);
