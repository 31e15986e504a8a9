import { formatCsv } from '../../ui/format-csv.ts';
import type { SecretRecord } from './import-file.ts';

/** Formats one-time secrets as CSV with headings. */
export const formatSecretsCsv = (
  columns: readonly { readonly key: string; readonly name: string }[],
  list: readonly SecretRecord[],
): string => formatCsv([columns.map(({ name }) => name), ...list.map((record) => columns.map(({ key }) => record[key] ?? ''))]);
