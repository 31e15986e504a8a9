import { DAY_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { columnName } from '../cell-name.ts';
import type { Cell, Column, ColumnKind } from '../table.ts';
import { TABLE_LIMITS } from '../table-limits.ts';
import { storedText } from './plain-text.ts';
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

/** How cells of a column look. */
export const styleOf = ({ kind, decimals }: Pick<Column, 'kind' | 'decimals'>): number =>
  kind === 'number' && decimals !== undefined ? DECIMAL_STYLE[decimals] : COLUMN_STYLE[kind];

const DAY_S = 86_400;
const WHOLE = 100;
/** Digits of a share: no noise of binary fractions. */
const SHARE_DIGITS = 10;
/** 1970-01-01 in days of the 1900 system. */
const EPOCH_DAY = 25_569;
/** 1900-03-01 and 9999-12-31: days before are counted differently by different programs, days after by none. */
const FIRST_DAY = 61;
const LAST_DAY = 2_958_465;
/** A spreadsheet keeps 15 digits of a number. */
const EXACT_BELOW = 1e15;

/** How the cells of a row are written, by column: what stands before the number of the row, and between it and a number or a text. */
export type RowStyle = readonly {
  readonly kind: ColumnKind;
  readonly open: string;
  readonly number: string;
  readonly text: string;
}[];

/** `bold`: a row that sums up. */
export const rowStyle = (columns: readonly Column[], bold = false): RowStyle =>
  columns.map((column, at) => ({
    kind: column.kind,
    open: openOf(at),
    number: `" s="${styleOf(column) + (bold ? BOLD : 0)}"><v>`,
    text: textOpen(STYLE.text + (bold ? BOLD : 0)),
  }));

const openOf = (column: number): string => `<c r="${columnName(column)}`;
const textOpen = (style: number): string => `" s="${style}" t="inlineStr"><is><t xml:space="preserve">`;
const TEXT_END = '</t></is></c>';

/** The XML of one row. `row` counts from 1; `cells` are in the order of the columns. */
export function rowXml(row: number, cells: readonly Cell[], style: RowStyle, clock: (at: number) => number): string {
  const name = String(row);
  let xml = `<row r="${name}">`;
  for (let at = 0; at < style.length; at++) {
    const cell = cells[at] ?? null;
    if (cell !== null && cell !== '') xml += cellXml(cell, name, style[at]!, clock);
  }
  return `${xml}</row>`;
}

/** A cell of text, never a formula. */
export function textXml(column: number, row: number, text: string, style: number): string {
  if (text === '') return '';
  return `${openOf(column)}${row}${textOpen(style)}${storedText(shortened(text))}${TEXT_END}`;
}

function cellXml(cell: string | number, row: string, as: RowStyle[number], clock: (at: number) => number): string {
  const number = numberOf(cell, as.kind, clock);
  if (number !== undefined) return `${as.open}${row}${as.number}${number}</v></c>`;
  if (typeof cell === 'number' && !Number.isFinite(cell)) return '';
  return `${as.open}${row}${as.text}${storedText(shortened(String(cell)))}${TEXT_END}`;
}

/** What is stored as a number; undefined for what must be text to be kept as it is. */
function numberOf(cell: string | number, kind: ColumnKind, clock: (at: number) => number): number | undefined {
  if (kind === 'date') return typeof cell === 'string' && DATE.test(cell) ? dayOf(Date.parse(cell)) : undefined;
  if (typeof cell === 'string' || kind === 'text') return undefined;
  if (kind !== 'instant' && !(Math.abs(cell) < EXACT_BELOW)) return undefined;
  if (kind === 'number') return cell;
  if (kind === 'percent') return Number((cell / WHOLE).toFixed(SHARE_DIGITS));
  // a length below nought is shown by no spreadsheet
  if (kind === 'span') return cell >= 0 ? cell / DAY_S : undefined;
  return dayOf(Math.floor(clock(cell) / SECOND_MS) * SECOND_MS);
}

const DATE = /^\d{4}-\d\d-\d\d$/;

function dayOf(ms: number): number | undefined {
  const day = ms / DAY_MS + EPOCH_DAY;
  return day >= FIRST_DAY && day < LAST_DAY + 1 ? day : undefined;
}

/** No more than a cell holds: a spreadsheet calls a longer one damage. */
function shortened(text: string): string {
  return text.length <= TABLE_LIMITS.characters ? text : `${text.slice(0, TABLE_LIMITS.characters - 1).toWellFormed()}…`;
}
