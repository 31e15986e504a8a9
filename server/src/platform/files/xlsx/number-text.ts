import type { NumberFormat, TimeKind } from './number-format.ts';

const DAY_S = 86_400;
/** Day 0 of the 1900 system after its false leap day, and of the 1904 system, in days from 1970. */
const EPOCH_1900 = -25_569;
const EPOCH_1904 = -24_107;
const LEAP_DAY_1900 = 60;
/** 9999-12-31 */
const MAX_DAY = 2_958_465;
/** Larger integers may have lost digits: a spreadsheet keeps 15. */
const MAX_EXACT = 1e15;
const DIGITS = 15;

/** The number may have lost digits; the file must store it as text. */
export const TOO_LONG = Symbol('too long');

/** Formats a stored number (`<v>`); undefined if it is not a number. */
export function formatStoredNumber(
  stored: string,
  format: NumberFormat,
  since1904: boolean,
): string | typeof TOO_LONG | undefined {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return undefined;
  if (format.as !== 'number' && value >= 0 && value < MAX_DAY + 1) return formatTime(value, format.as, since1904);
  if (Math.abs(value) >= MAX_EXACT) return TOO_LONG;
  const text = formatDecimal(value);
  return format.as === 'number' && format.digits > text.length && /^\d+$/.test(text) ? text.padStart(format.digits, '0') : text;
}

/** The shortest decimal text of 15 digits, without binary noise and exponent. */
function formatDecimal(value: number): string {
  const text = String(Number(value.toPrecision(DIGITS)));
  const [, sign, digits, zeros] = /^(-?)([\d.]+)e-(\d+)$/.exec(text) ?? [];
  if (digits === undefined) return text;
  return `${sign}0.${'0'.repeat(Number(zeros) - 1)}${digits.replace('.', '')}`;
}

function formatTime(serial: number, as: TimeKind, since1904: boolean): string {
  const seconds = Math.round(serial * DAY_S);
  const kind = as === 'dateOrTime' ? detectTimeKind(seconds) : as;
  if (kind === 'span') return formatClock(seconds);
  if (kind === 'time') return formatClock(seconds % DAY_S);
  const day = Math.floor(seconds / DAY_S);
  const early = !since1904 && serial < LEAP_DAY_1900 ? 1 : 0;
  const date = formatDate((since1904 ? EPOCH_1904 : EPOCH_1900) + early + day);
  return kind === 'date' ? date : `${date} ${formatClock(seconds % DAY_S)}`;
}

/** Dates often repeat within a column. Clearing a full cache is cheaper per cell than an LRU. */
const MAX_CACHED_DATES = 8_192;
const dateCache = new Map<number, string>();

/** YYYY-MM-DD of a day since 1970. */
function formatDate(day: number): string {
  let text = dateCache.get(day);
  if (text === undefined) {
    text = new Date(day * DAY_S * 1000).toISOString().slice(0, 10);
    if (dateCache.size >= MAX_CACHED_DATES) dateCache.clear();
    dateCache.set(day, text);
  }
  return text;
}

function detectTimeKind(seconds: number): TimeKind {
  if (seconds < DAY_S) return 'time';
  return seconds % DAY_S === 0 ? 'date' : 'dateTime';
}

/** HH:mm:ss; hours may exceed 24. */
function formatClock(seconds: number): string {
  return `${padTwo(Math.floor(seconds / 3600))}:${padTwo(Math.floor(seconds / 60) % 60)}:${padTwo(seconds % 60)}`;
}

function padTwo(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
