import type { Table } from '../table.ts';
import { encodeCellText } from './cell-text.ts';
import type { StringTable } from './string-table.ts';
import { STYLES } from './styles.ts';
import {
  CHART_TYPE,
  DRAWING_TYPE,
  LISTS_SHEET,
  RELATION,
  renderContentTypes,
  renderRelations,
  SPREADSHEET,
  XML,
} from './xml-names.ts';

/** `drawing`: the sheet has a chart; charts are numbered in sheet order. */
export type WrittenSheet = { readonly name: string; readonly hidden: boolean; readonly drawing?: boolean };

const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const MAX_NAME_CHARACTERS = 31;

/** Makes sheet names valid and unique. */
export function createSheetNamer(): (wanted: string) => string {
  const used = new Set([LISTS_SHEET]);
  return (wanted) => {
    const base = wanted.replace(/[[\]:*?/\\\p{Cc}]/gu, ' ').replace(/^[' ]+|[' ]+$/g, '') || 'Sheet';
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`;
      const name = base.slice(0, MAX_NAME_CHARACTERS - suffix.length).toWellFormed() + suffix;
      if (used.has(name.toLowerCase())) continue;
      used.add(name.toLowerCase());
      return name;
    }
  };
}

/** Unique names for the sheets of rows, the chart and the notes. */
export function createTableSheetNames({ sheet, notes, chart }: Table): {
  next(): string;
  readonly chart: string;
  readonly notes: string;
} {
  const nameSheet = createSheetNamer();
  const first = nameSheet(sheet);
  const chartName = chart ? nameSheet(chart.sheet) : '';
  const notesName = notes ? nameSheet(notes.sheet) : '';
  let isFirstUsed = false;
  return {
    next: () => {
      if (isFirstUsed) return nameSheet(sheet);
      isFirstUsed = true;
      return first;
    },
    chart: chartName,
    notes: notesName,
  };
}

/** The parts of a workbook other than its sheets, by name; `texts`: its shared strings. */
export function renderPackageParts(
  sheets: readonly WrittenSheet[],
  texts?: StringTable,
): readonly (readonly [name: string, xml: string])[] {
  const shared = texts !== undefined;
  return [
    ['xl/workbook.xml', renderWorkbook(sheets)],
    ['xl/_rels/workbook.xml.rels', renderWorkbookRelations(sheets, shared)],
    ['xl/styles.xml', STYLES],
    ...(texts ? [['xl/sharedStrings.xml', texts.render()] as const] : []),
    ['_rels/.rels', renderRelations([['rId1', 'officeDocument', 'xl/workbook.xml']])],
    ['[Content_Types].xml', renderSheetTypes(sheets, shared)],
  ];
}

function renderWorkbook(sheets: readonly WrittenSheet[]): string {
  const rows = sheets.map(({ name, hidden }, at) => {
    const state = hidden ? ' state="hidden"' : '';
    return `<sheet name="${encodeCellText(name)}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`;
  });
  return `${XML}<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATION}"><bookViews><workbookView/></bookViews><sheets>${rows.join('')}</sheets></workbook>`;
}

function renderWorkbookRelations(sheets: readonly WrittenSheet[], shared: boolean): string {
  return renderRelations([
    ...sheets.map((_, at) => [`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`] as const),
    [`rId${sheets.length + 1}`, 'styles', 'styles.xml'],
    ...(shared ? [[`rId${sheets.length + 2}`, 'sharedStrings', 'sharedStrings.xml'] as const] : []),
  ]);
}

function renderSheetTypes(sheets: readonly WrittenSheet[], shared: boolean): string {
  return renderContentTypes([
    ['/xl/workbook.xml', `${CONTENT}.sheet.main+xml`],
    ['/xl/styles.xml', `${CONTENT}.styles+xml`],
    ...(shared ? [['/xl/sharedStrings.xml', `${CONTENT}.sharedStrings+xml`] as const] : []),
    ...sheets.map((_, at) => [`/xl/worksheets/sheet${at + 1}.xml`, `${CONTENT}.worksheet+xml`] as const),
    ...sheets
      .filter(({ drawing }) => drawing)
      .flatMap((_, at) => [
        [`/xl/drawings/drawing${at + 1}.xml`, DRAWING_TYPE] as const,
        [`/xl/charts/chart${at + 1}.xml`, CHART_TYPE] as const,
      ]),
  ]);
}
