import type { Writable } from 'node:stream';
import { wallClock } from '@fleetwarden/contract/values/wall-clock';
import { RowCursor } from '../row-cursor.ts';
import type { Table } from '../table.ts';
import { rowStyle, rowXml } from './cell-xml.ts';
import { chartParts, chartSheetXml } from './chart-parts.ts';
import {
  columnsXml,
  filterXml,
  headingsXml,
  listsSheetXml,
  notesSheetXml,
  SHEET_END,
  sheetStart,
  validationsXml,
} from './sheet-xml.ts';
import { packageParts, sheetNames, type WrittenSheet } from './workbook-xml.ts';
import { LISTS } from './xml-names.ts';
import { createZipWriter, type ZipWriter } from './zip-writer.ts';

/** Rows of a sheet, whatever they are. */
const SHEET_ROWS = 1_048_576;
/** A sheet's XML ends well before a zip's 4 GiB. */
const SHEET_CHARACTERS = 1_000_000_000;
/** Rows are packed in pieces of this: larger ones are no faster and wait for the garbage collector as memory of their own. */
const CHUNK_CHARACTERS = 16_384;

/**
 * Writes a table as xlsx (ECMA-376) into the stream, no faster than the stream takes it, holding some chunks only; does not end
 * the stream. Rows beyond `sheetRows` go on in a further sheet under the same headings. Resolves to how many rows there were.
 */
export async function writeXlsx(stream: Writable, table: Table, sheetRows = table.sheetRows ?? SHEET_ROWS): Promise<number> {
  const zip = createZipWriter(stream);
  const rows = new RowCursor(table.rows);
  const sheets: WrittenSheet[] = [];
  const names = sheetNames(table);
  const add = async (
    name: string,
    as: Omit<WrittenSheet, 'name'>,
    fill: (put: (text: string) => Promise<void>) => Promise<void>,
  ) => {
    sheets.push({ name, ...as });
    await zip.entry(`xl/worksheets/sheet${sheets.length}.xml`, fill);
  };
  let count = 0;
  try {
    let more = true;
    while (more) {
      await add(names.next(), SHOWN, async (put) => {
        const written = await putRows(put, table, rows, sheetRows);
        count += written.count;
        more = written.more;
      });
    }
    const { chart, notes } = table;
    if (chart) {
      await add(names.chart, { hidden: false, drawing: true }, (put) => put(chartSheetXml(chart)));
      for (const [name, xml] of chartParts(chart, names.chart, sheets.length)) await zip.entry(name, (put) => put(xml));
    }
    if (notes) await add(names.notes, SHOWN, (put) => put(notesSheetXml(notes.lines)));
    if (table.columns.some(({ allowed }) => allowed))
      await add(LISTS, { hidden: true }, (put) => put(listsSheetXml(table.columns)));
    await putPackage(zip, sheets);
    return count;
  } finally {
    await rows.close();
  }
}

const SHOWN = { hidden: false } as const;

async function putRows(put: (text: string) => Promise<void>, table: Table, rows: RowCursor, wanted: number) {
  const { columns, timeZone, above = [], foot } = table;
  const clock = wallClock(timeZone);
  const style = rowStyle(columns);
  const heading = above.length + 1;
  const most = Math.min(wanted, SHEET_ROWS - heading - (foot ? 1 : 0));
  let xml = sheetStart(heading) + columnsXml(columns) + headingsXml(columns, above);
  let count = 0;
  let characters = 0;
  for (; count < most && characters <= SHEET_CHARACTERS && (rows.isAtHand || (await rows.more())); ) {
    xml += rowXml(heading + ++count, rows.take(), style, clock);
    if (xml.length < CHUNK_CHARACTERS) continue;
    characters += xml.length;
    await put(xml);
    xml = '';
  }
  const more = await rows.more();
  // sums stand below the last row of all
  if (foot && !more) xml += rowXml(heading + count + 1, foot, rowStyle(columns, true), clock);
  const filter = table.filter ? filterXml(columns, heading, heading + count) : '';
  await put(xml + SHEET_END + filter + validationsXml(columns, heading));
  return { count, more };
}

async function putPackage(zip: ZipWriter, sheets: readonly WrittenSheet[]): Promise<void> {
  for (const [name, xml] of packageParts(sheets)) await zip.entry(name, (put) => put(xml));
  await zip.end();
}
