import { columnName } from '../cell-name.ts';
import type { Cell, Column, ColumnKind } from '../table.ts';
import { TABLE_LIMITS } from '../table-limits.ts';
import { storedText } from './plain-text.ts';

/** Places in cellXfs of STYLES. */
export const STYLE = { general: 0, heading: 1, text: 2, date: 3, instant: 4 } as const;

export const COLUMN_STYLE: Readonly<Record<ColumnKind, number>> = {
  text: STYLE.text,
  number: STYLE.general,
  date: STYLE.date,
  instant: STYLE.instant,
};

const DAY_MS = 86_400_000;
const SECOND_MS = 1000;
/** 1970-01-01 in days of the 1900 system. */
const EPOCH_DAY = 25_569;
/** 1900-03-01 and 9999-12-31: days before are counted differently by different programs, days after by none. */
const FIRST_DAY = 61;
const LAST_DAY = 2_958_465;
/** A spreadsheet keeps 15 digits of a number. */
const EXACT_BELOW = 1e15;

/** The XML of one row. `row` counts from 1; `cells` are in the order of `columns`. */
export function rowXml(row: number, cells: readonly Cell[], columns: readonly Column[], clock: (at: number) => number): string {
  let xml = `<row r="${row}">`;
  for (let at = 0; at < columns.length; at++) xml += cellXml(at, row, cells[at] ?? null, (columns[at] as Column).kind, clock);
  return `${xml}</row>`;
}

/** A cell of text, never a formula. */
export function textXml(column: number, row: number, text: string, style: number): string {
  if (text === '') return '';
  return `<c r="${nameOf(column)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${storedText(shortened(text))}</t></is></c>`;
}

const NAMES: string[] = [];

function nameOf(column: number): string {
  NAMES[column] ??= columnName(column);
  return NAMES[column];
}

function cellXml(column: number, row: number, cell: Cell, kind: ColumnKind, clock: (at: number) => number): string {
  if (cell === null || cell === '') return '';
  const number = numberOf(cell, kind, clock);
  if (number === undefined)
    return typeof cell === 'number' && !Number.isFinite(cell) ? '' : textXml(column, row, String(cell), STYLE.text);
  return `<c r="${nameOf(column)}${row}" s="${COLUMN_STYLE[kind]}"><v>${number}</v></c>`;
}

/** What is stored as a number; undefined for what must be text to be kept as it is. */
function numberOf(cell: string | number, kind: ColumnKind, clock: (at: number) => number): number | undefined {
  if (kind === 'date') return typeof cell === 'string' && DATE.test(cell) ? dayOf(Date.parse(cell)) : undefined;
  if (typeof cell === 'string' || kind === 'text') return undefined;
  if (kind === 'number') return Math.abs(cell) < EXACT_BELOW ? cell : undefined;
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
