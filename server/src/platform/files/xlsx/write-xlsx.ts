import type { Writable } from 'node:stream';
import { wallClock } from '@fleetwarden/contract/values/wall-clock';
import { RowCursor } from '../row-cursor.ts';
import type { Table } from '../table.ts';
import { compileRowStyle, renderRow } from './cell-xml.ts';
import { renderChartParts, renderChartSheet } from './chart-parts.ts';
import {
  renderColumns,
  renderFilter,
  renderHeadings,
  renderListsSheet,
  renderNotesSheet,
  renderSheetStart,
  renderValidations,
  SHEET_END,
} from './sheet-xml.ts';
import { StringTable } from './string-table.ts';
import { createTableSheetNames, renderPackageParts, type WrittenSheet } from './workbook-xml.ts';
import { LISTS_SHEET } from './xml-names.ts';
import { createZipWriter, type ZipWriter } from './zip-writer.ts';

/** The limit of the format. */
const MAX_SHEET_ROWS = 1_048_576;
/** Keeps a sheet well below the 4 GiB of a zip entry. */
const MAX_SHEET_CHARACTERS = 1_000_000_000;
/** Larger chunks are no faster and put more load on the garbage collector. */
const CHUNK_CHARACTERS = 16_384;

/**
 * Writes a table as xlsx (ECMA-376) with backpressure and some chunks in memory; does not end the stream. Rows beyond
 * `sheetRows` go to further sheets under the same headings. Returns the number of rows.
 */
export async function writeXlsx(stream: Writable, table: Table, sheetRows = table.sheetRows ?? MAX_SHEET_ROWS): Promise<number> {
  const zip = createZipWriter(stream);
  const rows = new RowCursor(table.rows);
  const texts = new StringTable();
  const sheets: WrittenSheet[] = [];
  const names = createTableSheetNames(table);
  const add = async (
    name: string,
    options: Omit<WrittenSheet, 'name'>,
    fill: (put: (text: string) => Promise<void>) => Promise<void>,
  ) => {
    sheets.push({ name, ...options });
    await zip.writeEntry(`xl/worksheets/sheet${sheets.length}.xml`, fill);
  };
  let count = 0;
  try {
    let more = true;
    while (more) {
      await add(names.next(), VISIBLE, async (put) => {
        const written = await writeRows(put, table, { rows, texts }, sheetRows);
        count += written.count;
        more = written.more;
      });
    }
    const { chart, notes } = table;
    if (chart) {
      await add(names.chart, { hidden: false, drawing: true }, (put) => put(renderChartSheet(chart)));
      for (const [name, xml] of renderChartParts(chart, names.chart, sheets.length))
        await zip.writeEntry(name, (put) => put(xml));
    }
    if (notes) await add(names.notes, VISIBLE, (put) => put(renderNotesSheet(notes.lines)));
    if (table.columns.some(({ allowed }) => allowed))
      await add(LISTS_SHEET, { hidden: true }, (put) => put(renderListsSheet(table.columns)));
    await writePackage(zip, sheets, texts);
    return count;
  } finally {
    await rows.close();
  }
}

const VISIBLE = { hidden: false } as const;

async function writeRows(
  put: (text: string) => Promise<void>,
  table: Table,
  { rows, texts }: { readonly rows: RowCursor; readonly texts: StringTable },
  sheetRows: number,
) {
  const { columns, timeZone, above = [], foot } = table;
  const clock = wallClock(timeZone);
  const style = compileRowStyle(columns);
  const heading = above.length + 1;
  const maxRows = Math.min(sheetRows, MAX_SHEET_ROWS - heading - (foot ? 1 : 0));
  let xml = renderSheetStart(heading) + renderColumns(columns) + renderHeadings(columns, above);
  let count = 0;
  let characters = 0;
  for (; count < maxRows && characters <= MAX_SHEET_CHARACTERS && (rows.hasRow || (await rows.waitForRow())); ) {
    xml += renderRow(heading + ++count, rows.take(), style, clock, texts);
    if (xml.length < CHUNK_CHARACTERS) continue;
    characters += xml.length;
    await put(xml);
    xml = '';
  }
  const more = await rows.waitForRow();
  // totals follow the very last row
  if (foot && !more) xml += renderRow(heading + count + 1, foot, compileRowStyle(columns, true), clock);
  const filter = table.filter ? renderFilter(columns, heading, heading + count) : '';
  await put(xml + SHEET_END + filter + renderValidations(columns, heading));
  return { count, more };
}

async function writePackage(zip: ZipWriter, sheets: readonly WrittenSheet[], texts: StringTable): Promise<void> {
  for (const [name, xml] of renderPackageParts(sheets, texts)) await zip.writeEntry(name, (put) => put(xml));
  await zip.end();
}
