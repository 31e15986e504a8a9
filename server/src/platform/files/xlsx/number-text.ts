import type { NumberFormat, TimeKind } from './number-format.ts';

const DAY_S = 86_400;
/** Day 0 of the 1900 system, past its 29 February 1900 that never was; and of the 1904 system. Days from 1970. */
const EPOCH_1900 = -25_569;
const EPOCH_1904 = -24_107;
const LEAP_DAY_1900 = 60;
/** 9999-12-31, the last day there is. */
const LAST_DAY = 2_958_465;
/** Whole numbers from here on have lost digits: a spreadsheet keeps 15. */
const EXACT_BELOW = 1e15;
const DIGITS = 15;

/** A number that has lost digits on its way: it must be text to be kept. */
export const TOO_LONG = Symbol('too long');

/** The text of a stored number (`<v>`) under a format; undefined where it is no number. */
export function numberText(stored: string, format: NumberFormat, since1904: boolean): string | typeof TOO_LONG | undefined {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return undefined;
  if (format.as !== 'number' && value >= 0 && value < LAST_DAY + 1) return timeText(value, format.as, since1904);
  if (Math.abs(value) >= EXACT_BELOW) return TOO_LONG;
  const text = decimalText(value);
  return format.as === 'number' && format.digits > text.length && /^\d+$/.test(text) ? text.padStart(format.digits, '0') : text;
}

/** The shortest decimal text of the 15 digits a spreadsheet shows: no noise of binary fractions, no exponent. */
function decimalText(value: number): string {
  const text = String(Number(value.toPrecision(DIGITS)));
  const [, sign, digits, zeros] = /^(-?)([\d.]+)e-(\d+)$/.exec(text) ?? [];
  if (digits === undefined) return text;
  return `${sign}0.${'0'.repeat(Number(zeros) - 1)}${digits.replace('.', '')}`;
}

function timeText(serial: number, as: TimeKind, since1904: boolean): string {
  const seconds = Math.round(serial * DAY_S);
  const kind = as === 'dateOrTime' ? kindOf(seconds) : as;
  if (kind === 'span') return clock(seconds);
  if (kind === 'time') return clock(seconds % DAY_S);
  const day = Math.floor(seconds / DAY_S);
  const early = !since1904 && serial < LEAP_DAY_1900 ? 1 : 0;
  const date = dateText((since1904 ? EPOCH_1904 : EPOCH_1900) + early + day);
  return kind === 'date' ? date : `${date} ${clock(seconds % DAY_S)}`;
}

/** Days whose text is kept: those of a column are often the same. */
const MAX_DATES = 8_192;
const dates = new Map<number, string>();

/** YYYY-MM-DD of a day counted from 1970. */
function dateText(day: number): string {
  let text = dates.get(day);
  if (text === undefined) {
    text = new Date(day * DAY_S * 1000).toISOString().slice(0, 10);
    if (dates.size >= MAX_DATES) dates.clear();
    dates.set(day, text);
  }
  return text;
}

function kindOf(seconds: number): TimeKind {
  if (seconds < DAY_S) return 'time';
  return seconds % DAY_S === 0 ? 'date' : 'dateTime';
}

/** Hours (past 24 too), minutes and seconds. */
function clock(seconds: number): string {
  return `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
