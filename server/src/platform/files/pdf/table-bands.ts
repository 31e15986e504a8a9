import { type ColumnContent, fitColumns, type TableMetrics } from './column-widths.ts';
import type { PdfTable } from './document.ts';

const MAX_BAND_COLUMNS = 12;
/** The smallest font of a band, pt. */
const MIN_BAND_SIZE = 6.5;

/** A band of a table: the indexes of its columns, and their layout. */
export type Band = { readonly columns: readonly number[]; readonly metrics: TableMetrics };

/** Splits a table into as few bands of equal size as are legible. Each repeats the pinned columns. */
export function splitBands({ columns, pinned = 1 }: PdfTable, content: readonly ColumnContent[], width: number): readonly Band[] {
  const indexes = columns.map((_, at) => at);
  const repeated = indexes.slice(0, Math.min(pinned, columns.length - 1));
  const others = indexes.slice(repeated.length);
  const fit = (band: readonly number[]): Band => ({
    columns: band,
    metrics: fitColumns(
      band.map((at) => columns[at]!),
      band.map((at) => content[at]!),
      width,
    ),
  });
  const fewest = Math.ceil(others.length / Math.max(1, MAX_BAND_COLUMNS - repeated.length));
  for (let count = fewest; count < others.length; count++) {
    const bands = chunk(others, count).map((band) => fit([...repeated, ...band]));
    if (bands.every(({ metrics }) => metrics.size >= MIN_BAND_SIZE)) return bands;
  }
  return others.map((at) => fit([...repeated, at]));
}

/** Divides a list into `count` parts that differ in length by one at most. */
const chunk = (list: readonly number[], count: number): readonly (readonly number[])[] =>
  Array.from({ length: count }, (_, at) =>
    list.slice(Math.round((at * list.length) / count), Math.round(((at + 1) * list.length) / count)),
  );
