import type { Writable } from 'node:stream';
import { CSV_BOM, csvLine } from './csv.ts';
import { drained } from './drained.ts';
import type { Cell, Column, Table } from './table.ts';
import { wallClock } from './wall-clock.ts';
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
  return putCsv(table, async (text) => {
    if (!stream.write(text)) await drained(stream);
  });
}

/** Writes a table as csv piece by piece; a sum of its rows stands below them. Resolves to how many rows there were. */
async function putCsv(
  { columns, rows, foot, timeZone }: Pick<Table, 'columns' | 'rows' | 'foot' | 'timeZone'>,
  put: (text: string) => Promise<void>,
): Promise<number> {
  const clock = wallClock(timeZone);
  const line = (row: readonly Cell[]) => csvLine(columns.map((column, at) => csvCellOf(column, row[at] ?? null, clock)));
  let text = CSV_BOM + csvLine(columns.map(({ title }) => title));
  let count = 0;
  for await (const row of rows) {
    text += line(row);
    count++;
    if (text.length < CHUNK_CHARACTERS) continue;
    await put(text);
    text = '';
  }
  await put(foot ? text + line(foot) : text);
  return count;
}

/**
 * Writes a table too long for a workbook: a zip of csv files of `most` rows each, named after `name` and counted; sums stand in the
 * last. Does not end the stream. Resolves to how many rows there were.
 */
export async function writeCsvZip(stream: Writable, name: string, table: Table, most: number): Promise<number> {
  const zip = createZipWriter(stream);
  const rows = Symbol.asyncIterator in table.rows ? table.rows[Symbol.asyncIterator]() : table.rows[Symbol.iterator]();
  const { columns, foot, timeZone } = table;
  let count = 0;
  let ahead = await rows.next();
  try {
    for (let part = 1; part === 1 || !ahead.done; part++) {
      async function* some(): AsyncGenerator<readonly Cell[]> {
        for (let taken = 0; taken < most && !ahead.done; taken++) {
          yield ahead.value;
          ahead = await rows.next();
        }
      }
      // whether it is the last is known when its rows are written
      await zip.entry(`${name}_${part}.csv`, async (put) => {
        count += await putCsv({ columns, rows: some(), timeZone }, put);
        if (ahead.done && foot) {
          const clock = wallClock(timeZone);
          await put(csvLine(columns.map((column, at) => csvCellOf(column, foot[at] ?? null, clock))));
        }
      });
    }
    await zip.end();
    return count;
  } finally {
    if (!ahead.done) await rows.return?.();
  }
}

function csvCellOf({ kind }: Column, cell: Cell, clock: (at: number) => number): string | number {
  if (cell === null || typeof cell === 'string') return cell ?? '';
  if (!Number.isFinite(cell)) return '';
  return kind === 'instant' ? new Date(clock(cell)).toISOString().slice(0, 19).replace('T', ' ') : cell;
}
