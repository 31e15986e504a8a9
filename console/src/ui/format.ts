import { figureText } from '@fleetwarden/contract/reports/figures';
import { abbreviateNumber } from '@fleetwarden/domain/abbreviate-number';
import { DAY_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { timeAgo } from '@fleetwarden/domain/time-ago';
import type { TFunction } from 'i18next';
import i18next from 'i18next';
import { businessClock, businessZone } from '../api/business-clock.ts';

const MINUTE = 60 * SECOND_MS;
const HOUR = 60 * MINUTE;

const made = new Map<string, unknown>();

/** Caches a formatter per language: creating one costs a hundred times as much as using it. */
function once<T>(key: string, make: () => T): T {
  const known = made.get(key);
  if (known) return known as T;
  const fresh = make();
  made.set(key, fresh);
  return fresh;
}

/** 12,345.6 */
export function formatNumber(language: string, value: number, digits = 0): string {
  return figureText(language, value, digits, 0);
}

/** A share as a percentage with one digit; 0 if the whole is 0. */
export function formatShare(language: string, part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole;
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const KIBI = 1024;

/** A file size: 12.1 kB, 3.4 MB. */
export function formatBytes(language: string, bytes: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const unit = BYTE_UNITS[power]!;
  return once(
    `b${language}${unit}`,
    () => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }),
  ).format(bytes / KIBI ** power);
}

/** A list in the style of the language: 'Clerk, Driver', '调度、监控'. */
export function formatList(language: string, names: readonly string[]): string {
  return once(`l${language}`, () => new Intl.ListFormat(language, { style: 'narrow' })).format(names);
}

/** Counts from here on are abbreviated. */
const WIDE_COUNT = 100_000;

/** A count for narrow places: 12,345 in full, then 123.5k, 1.2M. Show the full count on hover. */
export function formatCount(language: string, count: number): string {
  const { value, unit } = Math.abs(count) < WIDE_COUNT ? { value: count, unit: '' } : abbreviateNumber(count);
  return formatNumber(language, value, 1) + unit;
}

/** Date and time in full with the platform's time zone, by a 24-hour clock as everywhere, for tooltips and details. */
export function formatFullTime(language: string, at: number): string {
  const timeZone = businessZone();
  return once(
    `f${language}${timeZone}`,
    () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23', timeZone }),
  ).format(at);
}

/** Languages that write the day first: Spanish readers would read 03-11 as 3 November. */
const DAY_FIRST: ReadonlySet<string> = new Set(['es']);

/** 11-21 06:22:49 (in Spanish 21/11 06:22:49) in the platform's time zone, by default in the current language. */
export function formatTime(at: number, language: string = i18next.language): string {
  const shown = new Date(businessClock()(at));
  const [month, day] = [two(shown.getUTCMonth() + 1), two(shown.getUTCDate())];
  return `${DAY_FIRST.has(language) ? `${day}/${month}` : `${month}-${day}`} ${formatClock(at)}`;
}

/** 06:22:49 in the platform's time zone, where the day is obvious. */
export function formatClock(at: number): string {
  const shown = new Date(businessClock()(at));
  return `${two(shown.getUTCHours())}:${two(shown.getUTCMinutes())}:${two(shown.getUTCSeconds())}`;
}

const two = (n: number) => String(n).padStart(2, '0');

const AGO = { minute: 'common.minutesAgo', hour: 'common.hoursAgo', day: 'common.daysAgo' } as const;

/** A day (yyyy-MM-dd) in the style of the language: 2026-11-21, in Spanish 21/11/2026. */
export function formatDay(day: string, language: string = i18next.language): string {
  return DAY_FIRST.has(language) ? day.split('-').reverse().join('/') : day;
}

/** 3 s ago; from one minute on the specification's minutes, hours or days; 'just now' for a device clock that runs ahead. */
export function formatAge(t: TFunction, ms: number): string {
  if (ms < SECOND_MS) return t('common.justNow');
  if (ms < MINUTE) return t('common.secondsAgo', { count: Math.floor(ms / SECOND_MS) });
  const { unit, count } = timeAgo(ms);
  return t(AGO[unit], { count });
}

/** 2 h 5 min */
export function formatDuration(t: TFunction, ms: number): string {
  const whole = Math.max(0, ms);
  const s = Math.floor(whole / SECOND_MS) % 60;
  const m = Math.floor(whole / MINUTE) % 60;
  const h = Math.floor(whole / HOUR) % 24;
  const d = Math.floor(whole / DAY_MS);
  if (d > 0) return t('common.durationDays', { d, h });
  if (h > 0) return t('common.durationHours', { h, m });
  return m > 0 ? t('common.durationMinutes', { m, s }) : t('common.durationSeconds', { s });
}

/** A comparator for a language: Chinese by pinyin, numbers by value ('车10' after '车9'). */
export function compareTexts(language: string): (a: string, b: string) => number {
  const locale = language === 'zh' ? 'zh-u-co-pinyin' : language;
  return once(`c${language}`, () => new Intl.Collator(locale, { numeric: true })).compare;
}
