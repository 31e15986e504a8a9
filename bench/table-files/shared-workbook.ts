import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { formatColumnName } from '../../server/src/platform/files/cell-name.ts';
import { createZipWriter } from '../../server/src/platform/files/xlsx/zip-writer.ts';

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** Every third cell refers to a text of its own, as in a workbook a spreadsheet saved. */
const TEXT_EVERY = 3;
const BATCH = 500;

/** A workbook with shared texts: `rows` of `columns` beneath one row of headings. */
export async function writeSharedWorkbook(path: string, rows: number, columns: number): Promise<void> {
  const stream = createWriteStream(path);
  const zip = createZipWriter(stream);
  const relations = (list: readonly string[][]) =>
    `<Relationships>${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  const parts = {
    '_rels/.rels': relations([['r1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relations([
      ['r1', 'worksheet', 'sheet1.xml'],
      ['r2', 'sharedStrings', 'texts.xml'],
    ]),
    'xl/workbook.xml': `<workbook xmlns:r="${RELATION}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
  };
  for (const [name, xml] of Object.entries(parts)) await zip.writeEntry(name, (put) => put(xml));
  let texts = 0;
  const cellXml = (row: number, column: number) => {
    const name = formatColumnName(column) + row;
    return column % TEXT_EVERY === 0
      ? `<c r="${name}" s="1" t="s"><v>${texts++}</v></c>`
      : `<c r="${name}"><v>${((row * 31 + column) % 100_000) / 10}</v></c>`;
  };
  const rowXml = (row: number) =>
    `<row r="${row}">${Array.from({ length: columns }, (_, column) => cellXml(row, column)).join('')}</row>`;
  await zip.writeEntry('xl/sheet1.xml', async (put) => {
    await put('<worksheet><sheetData>');
    await batches(rows + 1, (from, to) => put(many(from, to, (at) => rowXml(at + 1))));
    await put('</sheetData></worksheet>');
  });
  await zip.writeEntry('xl/texts.xml', async (put) => {
    await put('<sst>');
    await batches(texts, (from, to) => put(many(from, to, (at) => `<si><t>深圳市运输有限公司 ${at}</t></si>`)));
    await put('</sst>');
  });
  await zip.end();
  stream.end();
  await finished(stream);
}

async function batches(count: number, each: (from: number, to: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += BATCH) await each(from, Math.min(from + BATCH, count));
}

function many(from: number, to: number, each: (at: number) => string): string {
  return Array.from({ length: to - from }, (_, at) => each(from + at)).join('');
}
