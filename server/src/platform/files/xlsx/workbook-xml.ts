import type { Table } from '../table.ts';
import { storedText } from './plain-text.ts';
import { STYLES } from './styles.ts';
import { CHART_TYPE, contentTypesXml, DRAWING_TYPE, LISTS, RELATION, relationsXml, SPREADSHEET, XML } from './xml-names.ts';

/** `drawing`: it has a chart of the workbook; they are numbered in the order of their sheets. */
export type WrittenSheet = { readonly name: string; readonly hidden: boolean; readonly drawing?: boolean };

const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const NAME_CHARACTERS = 31;

/** Names sheets of a workbook as they are wanted to be, as far as they may be and differ. */
export function sheetNamer(): (wanted: string) => string {
  const used = new Set([LISTS]);
  return (wanted) => {
    const base = wanted.replace(/[[\]:*?/\\\p{Cc}]/gu, ' ').replace(/^[' ]+|[' ]+$/g, '') || 'Sheet';
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`;
      const name = base.slice(0, NAME_CHARACTERS - suffix.length).toWellFormed() + suffix;
      if (used.has(name.toLowerCase())) continue;
      used.add(name.toLowerCase());
      return name;
    }
  };
}

/** Names a workbook may bear: one for each sheet of rows, and those of chart and notes. All differ. */
export function sheetNames({ sheet, notes, chart }: Table): { next(): string; readonly chart: string; readonly notes: string } {
  const unused = sheetNamer();
  const first = unused(sheet);
  const ofChart = chart ? unused(chart.sheet) : '';
  const ofNotes = notes ? unused(notes.sheet) : '';
  let given = false;
  return {
    next: () => {
      if (given) return unused(sheet);
      given = true;
      return first;
    },
    chart: ofChart,
    notes: ofNotes,
  };
}

/** The parts of a workbook besides its sheets, `xl/worksheets/sheet1.xml` and on: by name, their XML. */
export function packageParts(sheets: readonly WrittenSheet[]): readonly (readonly [name: string, xml: string])[] {
  return [
    ['xl/workbook.xml', workbookXml(sheets)],
    ['xl/_rels/workbook.xml.rels', workbookRelations(sheets)],
    ['xl/styles.xml', STYLES],
    ['_rels/.rels', relationsXml([['rId1', 'officeDocument', 'xl/workbook.xml']])],
    ['[Content_Types].xml', contentTypes(sheets)],
  ];
}

function workbookXml(sheets: readonly WrittenSheet[]): string {
  const rows = sheets.map(({ name, hidden }, at) => {
    const state = hidden ? ' state="hidden"' : '';
    return `<sheet name="${storedText(name)}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`;
  });
  return `${XML}<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATION}"><bookViews><workbookView/></bookViews><sheets>${rows.join('')}</sheets></workbook>`;
}

function workbookRelations(sheets: readonly WrittenSheet[]): string {
  return relationsXml([
    ...sheets.map((_, at) => [`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`] as const),
    [`rId${sheets.length + 1}`, 'styles', 'styles.xml'],
  ]);
}

function contentTypes(sheets: readonly WrittenSheet[]): string {
  return contentTypesXml([
    ['/xl/workbook.xml', `${CONTENT}.sheet.main+xml`],
    ['/xl/styles.xml', `${CONTENT}.styles+xml`],
    ...sheets.map((_, at) => [`/xl/worksheets/sheet${at + 1}.xml`, `${CONTENT}.worksheet+xml`] as const),
    ...sheets
      .filter(({ drawing }) => drawing)
      .flatMap((_, at) => [
        [`/xl/drawings/drawing${at + 1}.xml`, DRAWING_TYPE] as const,
        [`/xl/charts/chart${at + 1}.xml`, CHART_TYPE] as const,
      ]),
  ]);
}
