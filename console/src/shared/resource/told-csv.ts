import { csvOf } from '../../ui/format-csv.ts';
import type { ToldRecord } from './import-file.ts';

/** Formats one-time secrets as CSV with headings. */
export const toldCsv = (
  columns: readonly { readonly key: string; readonly name: string }[],
  list: readonly ToldRecord[],
): string => csvOf([columns.map(({ name }) => name), ...list.map((record) => columns.map(({ key }) => record[key] ?? ''))]);
