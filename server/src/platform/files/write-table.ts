import type { Writable } from 'node:stream';
import { wallClock } from '@fleetwarden/contract/values/wall-clock';
import { CSV_BOM, formatCsvLine } from './csv.ts';
import { createInstantText } from './instant-text.ts';
import { RowCursor } from './row-cursor.ts';
import type { Cell, Column, Row, Table } from './table.ts';
import { waitForDrain } from './wait-for-drain.ts';
import { writeXlsx } from './xlsx/write-xlsx.ts';
import { createZipWriter } from './xlsx/zip-writer.ts';

export type TableFormat = 'xlsx' | 'csv';

/** Writes a table with backpressure; does not end the stream. Returns the number of rows. */
export function writeTable(stream: Writable, format: TableFormat, table: Table): Promise<number> {
  return format === 'xlsx' ? writeXlsx(stream, table) : writeCsv(stream, table);
}

const CHUNK_CHARACTERS = 65_536;

async function writeCsv(stream: Writable, table: Table): Promise<number> {
  const rows = new RowCursor(table.rows);
  try {
    return await writeCsvRows(table, rows, Number.POSITIVE_INFINITY, async (text) => {
      if (!stream.write(text)) await waitForDrain(stream);
    });
  } finally {
    await rows.close();
  }
}

/** Writes up to `maxRows` rows as csv, with totals after the very last row. Returns the number of rows. */
async function writeCsvRows(
  { columns, foot, timeZone }: Pick<Table, 'columns' | 'foot' | 'timeZone'>,
  rows: RowCursor,
  maxRows: number,
  write: (text: string) => Promise<void>,
): Promise<number> {
  const formatInstant = createInstantText(wallClock(timeZone));
  const formatLine = (row: Row) =>
    formatCsvLine(columns.map((column, at) => formatCsvCell(column, row[at] ?? null, formatInstant)));
  let text = CSV_BOM + formatCsvLine(columns.map(({ title }) => title));
  let count = 0;
  for (; count < maxRows && (rows.hasRow || (await rows.waitForRow())); count++) {
    text += formatLine(rows.take());
    if (text.length < CHUNK_CHARACTERS) continue;
    await write(text);
    text = '';
  }
  await write(foot && !(await rows.waitForRow()) ? text + formatLine(foot) : text);
  return count;
}

/**
 * Writes a table too long for a workbook as a zip of numbered csv files of `maxRows` rows each, with totals in the last.
 * `writtenAt`: the time of the files, epoch ms. Does not end the stream. Returns the number of rows.
 */
export async function writeCsvZip(
  stream: Writable,
  name: string,
  table: Table,
  maxRows: number,
  writtenAt: number,
): Promise<number> {
  const zip = createZipWriter(stream, wallClock(table.timeZone)(writtenAt));
  const rows = new RowCursor(table.rows);
  let count = 0;
  try {
    for (let part = 1; part === 1 || (await rows.waitForRow()); part++)
      await zip.writeEntry(`${name}_${part}.csv`, async (put) => {
        count += await writeCsvRows(table, rows, maxRows, put);
      });
    await zip.end();
    return count;
  } finally {
    await rows.close();
  }
}

function formatCsvCell({ kind }: Column, cell: Cell, formatInstant: (at: number) => string): string | number {
  if (cell === null || typeof cell === 'string') return cell ?? '';
  if (!Number.isFinite(cell)) return '';
  return kind === 'instant' ? formatInstant(cell) : cell;
}
