import type { Writable } from 'node:stream';
import { CSV_BOM, csvLine } from './csv.ts';
import { drained } from './drained.ts';
import type { Cell, Column, Table } from './table.ts';
import { wallClock } from './wall-clock.ts';
import { writeXlsx } from './xlsx/write-xlsx.ts';

export type TableFormat = 'xlsx' | 'csv';

/** Writes a table as a file into the stream, no faster than the stream takes it; does not end the stream. Resolves to how many rows there were. */
export function writeTable(stream: Writable, format: TableFormat, table: Table): Promise<number> {
  return format === 'xlsx' ? writeXlsx(stream, table) : writeCsv(stream, table);
}

/** Text written at a time. */
const CHUNK_CHARACTERS = 65_536;

async function writeCsv(stream: Writable, { columns, rows, timeZone }: Table): Promise<number> {
  const clock = wallClock(timeZone);
  let text = CSV_BOM + csvLine(columns.map(({ title }) => title));
  let count = 0;
  const flush = async () => {
    if (!stream.write(text)) await drained(stream);
    text = '';
  };
  for await (const row of rows) {
    text += csvLine(columns.map((column, at) => csvCellOf(column, row[at] ?? null, clock)));
    count++;
    if (text.length >= CHUNK_CHARACTERS) await flush();
  }
  await flush();
  return count;
}

function csvCellOf({ kind }: Column, cell: Cell, clock: (at: number) => number): string | number {
  if (cell === null || typeof cell === 'string') return cell ?? '';
  if (!Number.isFinite(cell)) return '';
  return kind === 'instant' ? new Date(clock(cell)).toISOString().slice(0, 19).replace('T', ' ') : cell;
}
