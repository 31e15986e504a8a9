import type { Table } from '../table.ts';
import { storedText } from './plain-text.ts';

export type WrittenSheet = { readonly name: string; readonly hidden: boolean };

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** The hidden sheet of the values columns offer. */
export const LISTS = '_lists';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const NAME_CHARACTERS = 31;

/** Names a workbook may bear: one for each sheet of rows, and that of the notes. All differ. */
export function sheetNames({ sheet, notes }: Table): { next(): string; readonly notes: string } {
  const used = new Set([LISTS]);
  const unused = (wanted: string) => {
    const base = wanted.replace(/[[\]:*?/\\\p{Cc}]/gu, ' ').replace(/^[' ]+|[' ]+$/g, '') || 'Sheet';
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`;
      const name = base.slice(0, NAME_CHARACTERS - suffix.length).toWellFormed() + suffix;
      if (used.has(name.toLowerCase())) continue;
      used.add(name.toLowerCase());
      return name;
    }
  };
  const first = unused(sheet);
  const ofNotes = notes ? unused(notes.sheet) : '';
  let given = false;
  return {
    next: () => {
      if (given) return unused(sheet);
      given = true;
      return first;
    },
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

function relationsXml(relations: readonly (readonly [id: string, type: string, target: string])[]): string {
  const rows = relations.map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"/>`);
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${rows.join('')}</Relationships>`;
}

function contentTypes(sheets: readonly WrittenSheet[]): string {
  const parts = [
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/styles.xml', 'styles'],
    ...sheets.map((_, at) => [`/xl/worksheets/sheet${at + 1}.xml`, 'worksheet']),
  ];
  const rows = parts.map(([name, type]) => `<Override PartName="${name}" ContentType="${CONTENT}.${type}+xml"/>`);
  const defaults = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`;
  return `${XML}<Types xmlns="${PACKAGE}/content-types">${defaults}${rows.join('')}</Types>`;
}

/** Cell styles in the order of STYLE. 49 is text; 164 and 165 are defined here. */
const STYLES = `${XML}<styleSheet xmlns="${SPREADSHEET}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">${[
  [0, 0],
  [49, 1],
  [49, 0],
  [164, 0],
  [165, 0],
]
  .map(
    ([format, font]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  )
  .join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
