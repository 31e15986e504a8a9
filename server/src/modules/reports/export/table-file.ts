import type { Writable } from 'node:stream';
import type { Cell, Row, Table, TableChart } from '../../../platform/files/table.ts';
import { type TableFormat, writeCsvZip, writeTable } from '../../../platform/files/write-table.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import { SHEET_ROWS, ZIPPED_ROWS } from '../model/limits.ts';
import { buildFileColumn, type NamePlace } from './file-columns.ts';

/** All of a report's table but its rows, as it may be sent to another thread. */
export type TableFile = {
  readonly format: TableFormat;
  readonly language: ReplyLanguage;
  readonly timeZone: string;
  /** Keys of the dictionary, in their order. */
  readonly columns: readonly string[];
  readonly title: string;
  readonly about: readonly string[];
  readonly chart: TableChart | undefined;
  readonly notes: Table['notes'];
  readonly foot: readonly Cell[] | undefined;
  /** What the parts are named after where it is a zip of csv files; null: it is none. */
  readonly zip: string | null;
};

/** Its columns, as files have them. */
export const buildTableColumns = ({ columns, format, language, timeZone }: TableFile, nameOfPlace: NamePlace) =>
  columns.map((key) => buildFileColumn(key, { language, format, nameOfPlace, timeZone }));

/** Writes a table of a report into the stream, which it does not end. */
export async function writeTableFile(stream: Writable, file: TableFile, rows: AsyncIterable<readonly Row[]>): Promise<void> {
  const { title, about, chart, notes, foot, timeZone, format, zip } = file;
  const columns = buildTableColumns(file, async (place) => place).map(({ column }) => column);
  const table: Table = {
    sheet: title,
    columns,
    rows: { batches: rows },
    timeZone,
    // conditions and who had it written are one row, below the title
    above: [title, about.join('    ')],
    filter: true,
    sheetRows: SHEET_ROWS,
    ...(notes ? { notes } : {}),
    ...(foot ? { foot } : {}),
    ...(chart ? { chart } : {}),
  };
  if (zip !== null) await writeCsvZip(stream, zip, table, ZIPPED_ROWS);
  else await writeTable(stream, format, table);
}
