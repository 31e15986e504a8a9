import type { TFunction } from 'i18next';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/** Making a formatter costs a hundred times using it. */
function once<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
  const known = made.get(key);
  if (known) return known as T;
  const fresh = make();
  made.set(key, fresh);
  return fresh;
}

/** 12,345.6 */
export function formatNumber(language: string, value: number, digits = 0): string {
  return once(`n${language}${digits}`, () => new Intl.NumberFormat(language, { maximumFractionDigits: digits })).format(value);
}

/** Date and time in full: for hovers. */
export function formatFullTime(language: string, at: number): string {
  return once(`f${language}`, () => new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' })).format(at);
}

/** 11-21 06:22:49 */
export function formatTime(at: number): string {
  const date = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** 3 s ago; a device's clock that runs ahead is 'just now'. */
export function formatAge(t: TFunction, ms: number): string {
  if (ms < SECOND) return t('common.justNow');
  if (ms < MINUTE) return t('common.secondsAgo', { count: Math.floor(ms / SECOND) });
  if (ms < HOUR) return t('common.minutesAgo', { count: Math.floor(ms / MINUTE) });
  if (ms < DAY) return t('common.hoursAgo', { count: Math.floor(ms / HOUR) });
  return t('common.daysAgo', { count: Math.floor(ms / DAY) });
}

/** 2 h 5 min */
export function formatDuration(t: TFunction, ms: number): string {
  const whole = Math.max(0, ms);
  const s = Math.floor(whole / SECOND) % 60;
  const m = Math.floor(whole / MINUTE) % 60;
  const h = Math.floor(whole / HOUR) % 24;
  const d = Math.floor(whole / DAY);
  if (d > 0) return t('common.durationDays', { d, h });
  if (h > 0) return t('common.durationHours', { h, m });
  return m > 0 ? t('common.durationMinutes', { m, s }) : t('common.durationSeconds', { s });
}
