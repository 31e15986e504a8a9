import type { ToldRecord } from './import-file.ts';

/** Spreadsheets know UTF-8 by it. */
const BOM = '\uFEFF';

/** A cell: quoted where it must be, and never a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** What was told of records as a csv with a line of headings. */
export const toldCsv = (
  columns: readonly { readonly key: string; readonly name: string }[],
  list: readonly ToldRecord[],
): string =>
  BOM +
  [columns.map(({ name }) => name), ...list.map((record) => columns.map(({ key }) => record[key] ?? ''))]
    .map((line) => `${line.map(cell).join(',')}\r\n`)
    .join('');
