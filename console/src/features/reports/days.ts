import { DAY_MS } from '@fleetwarden/domain/durations';
import type { Dayjs } from 'dayjs';
import dayjs from 'dayjs';

/** Formats of days, times, months and weeks in conditions. */
export const DAY = 'YYYY-MM-DD';
export const MOMENT = 'YYYY-MM-DD HH:mm:ss';
export const MONTH = 'YYYY-MM';
export const CLOCK = 'HH:mm';

/** ISO 8601 counts weekdays from Monday 1 to Sunday 7. */
const SUNDAY = 7;
const THURSDAY = 4;
/** Days in a ten-day period: months are divided at the 1st, 11th and 21st. */
const PART = 10;

const weekday = (day: Dayjs) => day.day() || SUNDAY;
/** Monday of a day's week. */
export const monday = (day: Dayjs): Dayjs => day.startOf('day').subtract(weekday(day) - 1, 'day');

/** The ISO week of a day, such as 2026-W03; its year is that of its Thursday. */
export function weekText(day: Dayjs): string {
  const thursday = monday(day).add(THURSDAY - 1, 'day');
  const first = monday(thursday.startOf('year').date(THURSDAY));
  const number = Math.round(monday(day).diff(first, 'day', true) / SUNDAY) + 1;
  return `${thursday.year()}-W${String(number).padStart(2, '0')}`;
}

/** Monday of an ISO week; null for an invalid text. */
export function weekStart(text: string): Dayjs | null {
  const [, year, week] = /^(\d{4})-W(\d{2})$/.exec(text) ?? [];
  if (!year || !week) return null;
  const start = monday(dayjs(`${year}-01-04`)).add((Number(week) - 1) * SUNDAY, 'day');
  return weekText(start) === text ? start : null;
}

const SHAPES: Readonly<Record<string, RegExp>> = {
  [DAY]: /^\d{4}-\d{2}-\d{2}$/,
  [MOMENT]: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/,
  [MONTH]: /^\d{4}-\d{2}$/,
};

const isoOf = (text: string, format: string): string =>
  format === MOMENT ? text.replace(' ', 'T') : `${format === MONTH ? `${text}-01` : text}T00:00:00`;

/**
 * A written day, moment or month as UTC milliseconds. In UTC all days have one length and no hour is skipped.
 * Returns null for an impossible date, such as the 31st of February.
 */
export function countDate(text: string, format: string): number | null {
  if (!SHAPES[format]?.test(text)) return null;
  const iso = isoOf(text, format);
  const at = Date.parse(`${iso}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(iso) ? at : null;
}

/** Both ends of a range as `countDate` returns them; null if one is missing or invalid. */
export function countRange(text: string, format: string): readonly [number, number] | null {
  const [from, to, ...more] = text.split(',').map((part) => countDate(part, format));
  return from === null || from === undefined || to === null || to === undefined || more.length > 0 ? null : [from, to];
}

/** A day, time or month for a picker; null for an invalid text. */
export const readDate = (text: string, format: string): Dayjs | null =>
  countDate(text, format) === null ? null : dayjs(isoOf(text, format));

/** Both ends of a range for a picker; null if one is missing or invalid. */
export function readRange(text: string, format: string): readonly [Dayjs, Dayjs] | null {
  if (countRange(text, format) === null) return null;
  const [from, to] = text.split(',').map((part) => dayjs(isoOf(part, format)));
  return [from!, to!];
}

export type Shortcut = 'today' | 'yesterday' | 'lastWeek' | 'lastTenDays' | 'lastMonth';

/**
 * Shortcuts of day ranges. The last ten-day period is the part of a month that ended last; a month's last one has 8 to 11 days.
 */
export function shortcuts(now: Dayjs): readonly { readonly key: Shortcut; readonly range: readonly [Dayjs, Dayjs] }[] {
  const today = now.startOf('day');
  const yesterday = today.subtract(1, 'day');
  const lastMonday = monday(today).subtract(1, 'week');
  const lastMonth = today.subtract(1, 'month').startOf('month');
  return [
    { key: 'today', range: [today, today] },
    { key: 'yesterday', range: [yesterday, yesterday] },
    { key: 'lastWeek', range: [lastMonday, lastMonday.add(SUNDAY - 1, 'day')] },
    { key: 'lastTenDays', range: lastPart(today) },
    { key: 'lastMonth', range: [lastMonth, lastMonth.endOf('month').startOf('day')] },
  ];
}

function lastPart(today: Dayjs): readonly [Dayjs, Dayjs] {
  if (today.date() <= PART) {
    const end = today.startOf('month').subtract(1, 'day');
    return [end.date(2 * PART + 1), end];
  }
  const begun = today.date() <= 2 * PART ? 1 : PART + 1;
  return [today.date(begun), today.date(begun + PART - 1)];
}

/** Number of days in a range, both ends included. */
export const countDays = (from: Dayjs, to: Dayjs): number => (dayCount(to) - dayCount(from)) / DAY_MS + 1;

const dayCount = (day: Dayjs): number => countDate(day.format(DAY), DAY)!;
