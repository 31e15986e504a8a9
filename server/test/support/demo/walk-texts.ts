import type { ReportCell, ReportColumn } from '@fleetwarden/contract/reports/schemas';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { reportTexts } from '@fleetwarden/locale/reports';
import type { ReplyLanguage } from '../../../src/platform/http/language.ts';

/** Expected file texts, computed from the page alone: `sheet` as read back from xlsx, `csv`, `paper` as shown to people. */
export type Form = 'sheet' | 'csv' | 'paper';

const DECIMALS: Readonly<Record<string, number>> = { integer: 0, decimal1: 1, decimal2: 2, decimal6: 6, percent: 2 };
export const isMeasure = ({ type }: ReportColumn): boolean => type in DECIMALS || type === 'seconds';

/** The text of a cell in a file; null: it cannot be derived from the page. */
export function textIn(form: Form, { type, values }: ReportColumn, cell: ReportCell, language: ReplyLanguage): string | null {
  if (cell === null) return '';
  if (type === 'file') return null;
  if (values) return named(values, String(cell));
  if (type === 'yesNo') return reportTexts[language].reportEnum[cell ? 'YES_NO_1' : 'YES_NO_0'];
  if (type === 'instant') return new Date(Number(cell) + 8 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ');
  if (type === 'seconds' && form !== 'csv') return clock(Number(cell), form === 'sheet' ? 2 : 1);
  if (typeof cell === 'number' && form === 'paper')
    return `${parted(rounded(cell, DECIMALS[type] ?? 0), language)}${type === 'percent' ? '%' : ''}`;
  return String(cell);
}

const named = (values: Readonly<Record<string, string>>, value: string): string =>
  values[value] ??
  value
    .split(',')
    .map((one) => values[one] ?? one)
    .join(', ');

/** A figure rounded by its decimal digits: 0.15 is 0.2, though its binary value is slightly less. */
const rounded = (value: number, digits: number): string =>
  `${value < 0 ? '-' : ''}${Number(`${Math.round(Number(`${Math.abs(value)}e${digits}`))}e-${digits}`).toFixed(digits)}`;

/** A figure with its thousands parted, '1234.50': in Spanish from ten thousand on, with the point for the comma. */
function parted(figure: string, language: ReplyLanguage): string {
  const [whole = '', decimals] = figure.split('.');
  const [point, between, from] = language === 'es' ? [',', '.', 5] : ['.', ',', 4];
  const digits = whole.replace('-', '').length;
  const thousands = digits < from ? whole : whole.replaceAll(/\B(?=(\d{3})+$)/g, between);
  return decimals === undefined ? thousands : thousands + point + decimals;
}

function clock(seconds: number, hourDigits: number): string {
  const whole = Math.round(seconds);
  const two = (value: number, digits = 2) => String(value).padStart(digits, '0');
  return `${two(Math.floor(whole / 3600), hourDigits)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** Whether a figure of a file is that of the page, as far as both are rounded; texts must be the same. */
export function isSame(form: Form, said: string, expected: string, { type, values }: ReportColumn): boolean {
  // a formula in a text cell is defused
  const plain = said.replace(/^'(?=[=+\-@\t\r])/, '');
  if (plain === expected) return true;
  if (values || !(type in DECIMALS || type === 'seconds')) return false;
  // a spreadsheet shows a share of one as a share of a hundred
  const figure = Number(plain) * (form === 'sheet' && type === 'percent' ? 100 : 1);
  return plain !== '' && Math.abs(figure - Number(expected)) <= 0.51 * 10 ** -(DECIMALS[type] ?? 0);
}
