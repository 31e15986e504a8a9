import type { Writable } from 'node:stream';
import type { UnitSystem } from '@fleetwarden/domain/units';
import type { Cell, Row, Table, TableChart } from '../../../platform/files/table.ts';
import { type TableFormat, writeCsvZip, writeTable } from '../../../platform/files/write-table.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import { SHEET_ROWS, ZIPPED_ROWS } from '../model/limits.ts';
import { buildFileColumn, type NamePlace } from './file-columns.ts';

/** A table without its rows, as it is sent to a worker thread. */
export type TableFile = {
  readonly format: TableFormat;
  readonly language: ReplyLanguage;
  readonly units: UnitSystem;
  readonly timeZone: string;
  /** Column keys, in order. */
  readonly columns: readonly string[];
  readonly title: string;
  readonly about: readonly string[];
  readonly chart: TableChart | undefined;
  readonly notes: Table['notes'];
  readonly foot: readonly Cell[] | undefined;
  /** Base name of the csv files in a zip, and their time, epoch ms; null: no zip. */
  readonly zip: { readonly name: string; readonly writtenAt: number } | null;
};

export const buildTableColumns = ({ columns, format, language, units, timeZone }: TableFile, nameOfPlace: NamePlace) =>
  columns.map((key) => buildFileColumn(key, { language, units, format, nameOfPlace, timeZone }));

/** Writes a table into the stream, which it does not end. */
export async function writeTableFile(stream: Writable, file: TableFile, rows: AsyncIterable<readonly Row[]>): Promise<void> {
  const { title, about, chart, notes, foot, timeZone, format, zip } = file;
  const columns = buildTableColumns(file, async (place) => place).map(({ column }) => column);
  const table: Table = {
    sheet: title,
    columns,
    rows: { batches: rows },
    timeZone,
    // filters and author share one row below the title
    above: [title, about.join('    ')],
    filter: true,
    sheetRows: SHEET_ROWS,
    ...(notes ? { notes } : {}),
    ...(foot ? { foot } : {}),
    ...(chart ? { chart } : {}),
  };
  if (zip !== null) await writeCsvZip(stream, zip.name, table, ZIPPED_ROWS, zip.writtenAt);
  else await writeTable(stream, format, table);
}
