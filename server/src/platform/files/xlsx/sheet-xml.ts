import { formatColumnName } from '../cell-name.ts';
import type { Column } from '../table.ts';
import { encodeCellText } from './cell-text.ts';
import { findColumnStyle, renderTextCell } from './cell-xml.ts';
import { STYLE } from './styles.ts';
import { LISTS_SHEET, RELATION, SPREADSHEET, XML } from './xml-names.ts';

const DEFAULT_WIDTH = 16;
const NOTES_WIDTH = 100;
const MAX_ROW = 1_048_576;
/** Limits of a validation prompt and its title. */
const MAX_NOTE_CHARACTERS = 255;
const MAX_NOTE_TITLE_CHARACTERS = 32;

/** Starts a sheet and freezes the rows down to its headings. */
export const renderSheetStart = (headingRow: number): string =>
  `${XML}<worksheet xmlns="${SPREADSHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${headingRow}" topLeftCell="A${headingRow + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews>`;
/** Ends the rows; filter and validations follow. */
export const SHEET_END = '</sheetData>';

/** Column widths, and the style of cells that people add below. */
export function renderColumns(columns: readonly Column[]): string {
  const cols = columns.map((column, at) => renderColumn(at + 1, column.width ?? DEFAULT_WIDTH, findColumnStyle(column)));
  return columns.length === 0 ? '' : `<cols>${cols.join('')}</cols>`;
}

function renderColumn(number: number, width: number, style: number): string {
  return `<col min="${number}" max="${number}" width="${width}" style="${style}" customWidth="1"/>`;
}

/** The lines above the table, the first as title, and the headings. */
export function renderHeadings(columns: readonly Column[], above: readonly string[] = []): string {
  const lines = above.map((line, at) => {
    const cell = renderTextCell(0, at + 1, line, at === 0 ? STYLE.title : STYLE.text);
    return `<row r="${at + 1}">${cell}</row>`;
  });
  const row = above.length + 1;
  const headings = columns.map(({ title }, at) => renderTextCell(at, row, title, STYLE.heading)).join('');
  return `<sheetData>${lines.join('')}<row r="${row}">${headings}</row>`;
}

export const renderFilter = (columns: readonly Column[], headingRow: number, last: number): string =>
  columns.length === 0
    ? ''
    : `<autoFilter ref="A${headingRow}:${formatColumnName(columns.length - 1)}${Math.max(last, headingRow)}"/>`;

/** Drop-down lists and prompts of columns, and the end of the sheet. */
export function renderValidations(columns: readonly Column[], headingRow: number): string {
  const rows = columns.flatMap((column, at) =>
    column.allowed || column.note ? [renderValidation(column, at, headingRow + 1)] : [],
  );
  const all = rows.length === 0 ? '' : `<dataValidations count="${rows.length}">${rows.join('')}</dataValidations>`;
  return `${all}</worksheet>`;
}

function renderValidation({ title, note, allowed }: Column, at: number, first: number): string {
  const name = formatColumnName(at);
  const type = allowed ? ' type="list" showErrorMessage="1"' : '';
  const prompt = note
    ? ` showInputMessage="1" promptTitle="${truncate(title, MAX_NOTE_TITLE_CHARACTERS)}" prompt="${truncate(note, MAX_NOTE_CHARACTERS)}"`
    : '';
  // an inline list holds 255 characters and no comma, so values are on a sheet of their own
  const list = allowed ? `<formula1>${LISTS_SHEET}!$${name}$1:$${name}$${Math.max(allowed.length, 1)}</formula1>` : '';
  return `<dataValidation${type} allowBlank="1"${prompt} sqref="${name}${first}:${name}${MAX_ROW}">${list}</dataValidation>`;
}

function truncate(text: string, length: number): string {
  return encodeCellText(text.slice(0, length)).replaceAll('\n', '&#10;');
}

/** The hidden sheet of drop-down values, each list in the column it belongs to. */
export function renderListsSheet(columns: readonly Column[]): string {
  const longest = Math.max(0, ...columns.map(({ allowed }) => allowed?.length ?? 0));
  const rows = Array.from({ length: longest }, (_, row) => {
    const cells = columns.map(({ allowed }, at) => renderTextCell(at, row + 1, allowed?.[row] ?? '', STYLE.text));
    return `<row r="${row + 1}">${cells.join('')}</row>`;
  });
  return renderSheet('', rows);
}

export function renderNotesSheet(lines: readonly string[]): string {
  const rows = lines.map((line, at) => `<row r="${at + 1}">${renderTextCell(0, at + 1, line, STYLE.text)}</row>`);
  return renderSheet(`<cols>${renderColumn(1, NOTES_WIDTH, STYLE.text)}</cols>`, rows);
}

/** A sheet of rendered rows; `drawing` adds the drawing of its first relation. */
export function renderSheet(cols: string, rows: readonly string[], drawing = false): string {
  const drawn = drawing ? '<drawing r:id="rId1"/>' : '';
  return `${XML}<worksheet xmlns="${SPREADSHEET}" xmlns:r="${RELATION}">${cols}<sheetData>${rows.join('')}</sheetData>${drawn}</worksheet>`;
}
