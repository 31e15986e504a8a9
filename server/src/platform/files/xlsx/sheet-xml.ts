import { columnName } from '../cell-name.ts';
import type { Column } from '../table.ts';
import { styleOf, textXml } from './cell-xml.ts';
import { storedText } from './plain-text.ts';
import { STYLE } from './styles.ts';
import { LISTS, RELATION, SPREADSHEET, XML } from './xml-names.ts';

const DEFAULT_WIDTH = 16;
const NOTES_WIDTH = 100;
const LAST_ROW = 1_048_576;
/** What a spreadsheet takes of the words beside a cell, and of their heading. */
const NOTE_CHARACTERS = 255;
const NOTE_TITLE_CHARACTERS = 32;

/** The begin of a sheet whose rows down to its headings stay in view. */
export const sheetStart = (headingRow: number): string =>
  `${XML}<worksheet xmlns="${SPREADSHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${headingRow}" topLeftCell="A${headingRow + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews>`;
/** What follows the last row; validations come next. */
export const SHEET_END = '</sheetData>';

/** Widths of the columns, and how cells are read that people add beneath. */
export function columnsXml(columns: readonly Column[]): string {
  const cols = columns.map((column, at) => colXml(at + 1, column.width ?? DEFAULT_WIDTH, styleOf(column)));
  return columns.length === 0 ? '' : `<cols>${cols.join('')}</cols>`;
}

function colXml(number: number, width: number, style: number): string {
  return `<col min="${number}" max="${number}" width="${width}" style="${style}" customWidth="1"/>`;
}

/** What stands above the rows: a title, what belongs to it, and the headings. */
export function headingsXml(columns: readonly Column[], above: readonly string[] = []): string {
  const lines = above.map((line, at) => {
    const cell = textXml(0, at + 1, line, at === 0 ? STYLE.title : STYLE.text);
    return `<row r="${at + 1}">${cell}</row>`;
  });
  const row = above.length + 1;
  const headings = columns.map(({ title }, at) => textXml(at, row, title, STYLE.heading)).join('');
  return `<sheetData>${lines.join('')}<row r="${row}">${headings}</row>`;
}

/** A filter at the headings over the rows down to `last`. */
export const filterXml = (columns: readonly Column[], headingRow: number, last: number): string =>
  columns.length === 0 ? '' : `<autoFilter ref="A${headingRow}:${columnName(columns.length - 1)}${Math.max(last, headingRow)}"/>`;

/** The values offered and the words beside the cells of columns that have them, and the end of the sheet. */
export function validationsXml(columns: readonly Column[], headingRow: number): string {
  const rows = columns.flatMap((column, at) =>
    column.allowed || column.note ? [validationXml(column, at, headingRow + 1)] : [],
  );
  const all = rows.length === 0 ? '' : `<dataValidations count="${rows.length}">${rows.join('')}</dataValidations>`;
  return `${all}</worksheet>`;
}

function validationXml({ title, note, allowed }: Column, at: number, first: number): string {
  const name = columnName(at);
  const type = allowed ? ' type="list" showErrorMessage="1"' : '';
  const prompt = note
    ? ` showInputMessage="1" promptTitle="${cut(title, NOTE_TITLE_CHARACTERS)}" prompt="${cut(note, NOTE_CHARACTERS)}"`
    : '';
  // offered from a sheet of their own: a list within the rule ends at 255 characters and cannot hold a comma
  const list = allowed ? `<formula1>${LISTS}!$${name}$1:$${name}$${Math.max(allowed.length, 1)}</formula1>` : '';
  return `<dataValidation${type} allowBlank="1"${prompt} sqref="${name}${first}:${name}${LAST_ROW}">${list}</dataValidation>`;
}

function cut(text: string, length: number): string {
  return storedText(text.slice(0, length)).replaceAll('\n', '&#10;');
}

/** The hidden sheet of the values offered: each column's in the column of the same letter. */
export function listsSheetXml(columns: readonly Column[]): string {
  const longest = Math.max(0, ...columns.map(({ allowed }) => allowed?.length ?? 0));
  const rows = Array.from({ length: longest }, (_, row) => {
    const cells = columns.map(({ allowed }, at) => textXml(at, row + 1, allowed?.[row] ?? '', STYLE.text));
    return `<row r="${row + 1}">${cells.join('')}</row>`;
  });
  return plainSheet('', rows);
}

export function notesSheetXml(lines: readonly string[]): string {
  const rows = lines.map((line, at) => `<row r="${at + 1}">${textXml(0, at + 1, line, STYLE.text)}</row>`);
  return plainSheet(`<cols>${colXml(1, NOTES_WIDTH, STYLE.text)}</cols>`, rows);
}

/** A sheet of rows that are written; `drawing`: with what its first relation draws. */
export function plainSheet(cols: string, rows: readonly string[], drawing = false): string {
  const drawn = drawing ? '<drawing r:id="rId1"/>' : '';
  return `${XML}<worksheet xmlns="${SPREADSHEET}" xmlns:r="${RELATION}">${cols}<sheetData>${rows.join('')}</sheetData>${drawn}</worksheet>`;
}
