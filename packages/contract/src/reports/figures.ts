import type { ColumnType } from './schemas.ts';

/** Number formats for people: pages, PDF files and documents. Workbooks and csv files contain plain numbers. */

/** Digits behind the point that a cell always shows, by what its column holds. */
const DIGITS: Readonly<Partial<Record<ColumnType, number>>> = { integer: 0, decimal1: 1, decimal2: 2, decimal6: 6, percent: 2 };

/** Making a formatter costs a hundred times using it. */
const formats = new Map<string, Intl.NumberFormat>();

/** 1,234.50 in the language's format: at most `digits` decimals, at least `least`. */
export function figureText(language: string, value: number, digits: number, least: number = digits): string {
  const key = `${language} ${least} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, { minimumFractionDigits: least, maximumFractionDigits: digits });
    formats.set(key, format);
  }
  return format.format(value);
}

/** Whether cells of a column type are figures, which are right-aligned. */
export const isFigureType = (type: ColumnType): boolean => type in DIGITS || type === 'seconds';

/** A figure as its cell shows it, by column type: 1,234.5, 98.50%, 26:05:09. Other types: unchanged. */
export function cellFigure(language: string, type: ColumnType, value: number): string {
  if (type === 'seconds') return spanText(value);
  const digits = DIGITS[type];
  return digits === undefined ? String(value) : figureText(language, value, digits) + (type === 'percent' ? '%' : '');
}

const [MINUTE, HOUR] = [60, 3_600];
const two = (value: number): string => String(value).padStart(2, '0');

/** 26:05:09 of seconds; hours go on beyond a day. */
export function spanText(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const sign = seconds < 0 ? '-' : '';
  return `${sign}${Math.floor(whole / HOUR)}:${two(Math.floor(whole / MINUTE) % MINUTE)}:${two(whole % MINUTE)}`;
}
