import { DAY_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { formatColumnName } from '../cell-name.ts';
import type { Cell, Column, ColumnKind } from '../table.ts';
import { TABLE_LIMITS } from '../table-limits.ts';
import { encodeCellText } from './cell-text.ts';
import type { StringTable } from './string-table.ts';
import { BOLD, STYLE } from './styles.ts';

const COLUMN_STYLE: Readonly<Record<ColumnKind, number>> = {
  text: STYLE.text,
  number: STYLE.general,
  percent: STYLE.percent,
  span: STYLE.span,
  date: STYLE.date,
  instant: STYLE.instant,
};
const DECIMAL_STYLE = { 1: STYLE.decimal1, 2: STYLE.decimal2, 6: STYLE.decimal6 } as const;

export const findColumnStyle = ({ kind, decimals }: Pick<Column, 'kind' | 'decimals'>): number =>
  kind === 'number' && decimals !== undefined ? DECIMAL_STYLE[decimals] : COLUMN_STYLE[kind];

const DAY_S = 86_400;
const PERCENT = 100;
/** Rounds off binary noise. */
const PERCENT_DECIMALS = 10;
/** 1970-01-01 in days of the 1900 system. */
const EPOCH_DAY = 25_569;
/** 1900-03-01 and 9999-12-31. Programs disagree on earlier dates and know no later ones. */
const MIN_DAY = 61;
const MAX_DAY = 2_958_465;
/** A spreadsheet keeps 15 digits of a number. */
const MAX_EXACT = 1e15;

/** Cached XML of each column: before the row number, and between it and a number, a text, or the index of a shared text. */
export type RowStyle = readonly {
  readonly kind: ColumnKind;
  readonly open: string;
  readonly number: string;
  readonly text: string;
  readonly shared: string;
}[];

/** `bold` is for totals. */
export const compileRowStyle = (columns: readonly Column[], bold = false): RowStyle =>
  columns.map((column, at) => ({
    kind: column.kind,
    open: openCell(at),
    number: `" s="${findColumnStyle(column) + (bold ? BOLD : 0)}"><v>`,
    text: openText(STYLE.text + (bold ? BOLD : 0)),
    shared: `" s="${STYLE.text + (bold ? BOLD : 0)}" t="s"><v>`,
  }));

const openCell = (column: number): string => `<c r="${formatColumnName(column)}`;
const openText = (style: number): string => `" s="${style}" t="inlineStr"><is><t xml:space="preserve">`;
const TEXT_END = '</t></is></c>';

/** `row` counts from 1; `cells` are in column order. Texts go into `texts`, if given. */
export function renderRow(
  row: number,
  cells: readonly Cell[],
  style: RowStyle,
  clock: (at: number) => number,
  texts?: StringTable,
): string {
  const name = String(row);
  let xml = `<row r="${name}">`;
  for (let at = 0; at < style.length; at++) {
    const cell = cells[at] ?? null;
    if (cell !== null && cell !== '') xml += renderCell(cell, name, style[at]!, clock, texts);
  }
  return `${xml}</row>`;
}

/** Renders a text, never a formula. */
export function renderTextCell(column: number, row: number, text: string, style: number): string {
  if (text === '') return '';
  return `${openCell(column)}${row}${openText(style)}${encodeCellText(truncate(text))}${TEXT_END}`;
}

function renderCell(
  cell: string | number,
  row: string,
  style: RowStyle[number],
  clock: (at: number) => number,
  texts: StringTable | undefined,
): string {
  const number = toStoredNumber(cell, style.kind, clock);
  if (number !== undefined) return `${style.open}${row}${style.number}${number}</v></c>`;
  if (typeof cell === 'number' && !Number.isFinite(cell)) return '';
  const text = String(cell);
  const index = texts?.indexOf(text);
  return index === undefined
    ? `${style.open}${row}${style.text}${encodeCellText(truncate(text))}${TEXT_END}`
    : `${style.open}${row}${style.shared}${index}</v></c>`;
}

/** The stored number, or undefined if only text keeps the value. */
function toStoredNumber(cell: string | number, kind: ColumnKind, clock: (at: number) => number): number | undefined {
  if (kind === 'date') return typeof cell === 'string' && DATE.test(cell) ? toSerialDay(Date.parse(cell)) : undefined;
  if (typeof cell === 'string' || kind === 'text') return undefined;
  if (kind !== 'instant' && !(Math.abs(cell) < MAX_EXACT)) return undefined;
  if (kind === 'number') return cell;
  if (kind === 'percent') return Number((cell / PERCENT).toFixed(PERCENT_DECIMALS));
  // no spreadsheet shows a negative duration
  if (kind === 'span') return cell >= 0 ? cell / DAY_S : undefined;
  return toSerialDay(Math.floor(clock(cell) / SECOND_MS) * SECOND_MS);
}

const DATE = /^\d{4}-\d\d-\d\d$/;

function toSerialDay(ms: number): number | undefined {
  const day = ms / DAY_MS + EPOCH_DAY;
  return day >= MIN_DAY && day < MAX_DAY + 1 ? day : undefined;
}

/** A spreadsheet reports a longer text as a damaged file. */
function truncate(text: string): string {
  return text.length <= TABLE_LIMITS.characters ? text : `${text.slice(0, TABLE_LIMITS.characters - 1).toWellFormed()}…`;
}
