import type { Writable } from 'node:stream';
import { wallClock } from '@fleetwarden/contract/values/wall-clock';
import { CSV_BOM, csvLine } from './csv.ts';
import { drained } from './drained.ts';
import { RowCursor } from './row-cursor.ts';
import type { Cell, Column, Row, Table } from './table.ts';
import { writeXlsx } from './xlsx/write-xlsx.ts';
import { createZipWriter } from './xlsx/zip-writer.ts';

export type TableFormat = 'xlsx' | 'csv';

/** Writes a table as a file into the stream, no faster than the stream takes it; does not end the stream. Resolves to how many rows there were. */
export function writeTable(stream: Writable, format: TableFormat, table: Table): Promise<number> {
  return format === 'xlsx' ? writeXlsx(stream, table) : writeCsv(stream, table);
}

/** Text written at a time. */
const CHUNK_CHARACTERS = 65_536;

async function writeCsv(stream: Writable, table: Table): Promise<number> {
  const rows = new RowCursor(table.rows);
  try {
    return await putCsv(table, rows, Number.POSITIVE_INFINITY, async (text) => {
      if (!stream.write(text)) await drained(stream);
    });
  } finally {
    await rows.close();
  }
}

/** Writes `most` rows of a table as csv piece by piece; a sum of its rows stands below the last of all. Resolves to how many there were. */
async function putCsv(
  { columns, foot, timeZone }: Pick<Table, 'columns' | 'foot' | 'timeZone'>,
  rows: RowCursor,
  most: number,
  put: (text: string) => Promise<void>,
): Promise<number> {
  const clock = wallClock(timeZone);
  const line = (row: Row) => csvLine(columns.map((column, at) => csvCellOf(column, row[at] ?? null, clock)));
  let text = CSV_BOM + csvLine(columns.map(({ title }) => title));
  let count = 0;
  for (; count < most && (rows.isAtHand || (await rows.more())); count++) {
    text += line(rows.take());
    if (text.length < CHUNK_CHARACTERS) continue;
    await put(text);
    text = '';
  }
  await put(foot && !(await rows.more()) ? text + line(foot) : text);
  return count;
}

/**
 * Writes a table too long for a workbook: a zip of csv files of `most` rows each, named after `name` and counted; sums stand in the
 * last. Does not end the stream. Resolves to how many rows there were.
 */
export async function writeCsvZip(stream: Writable, name: string, table: Table, most: number): Promise<number> {
  const zip = createZipWriter(stream);
  const rows = new RowCursor(table.rows);
  let count = 0;
  try {
    for (let part = 1; part === 1 || (await rows.more()); part++)
      await zip.entry(`${name}_${part}.csv`, async (put) => {
        count += await putCsv(table, rows, most, put);
      });
    await zip.end();
    return count;
  } finally {
    await rows.close();
  }
}

function csvCellOf({ kind }: Column, cell: Cell, clock: (at: number) => number): string | number {
  if (cell === null || typeof cell === 'string') return cell ?? '';
  if (!Number.isFinite(cell)) return '';
  return kind === 'instant' ? new Date(clock(cell)).toISOString().slice(0, 19).replace('T', ' ') : cell;
}
