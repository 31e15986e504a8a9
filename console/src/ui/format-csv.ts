/** Spreadsheets know UTF-8 by it. */
const BOM = '\uFEFF';

/** A cell: quoted where it must be, and never a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Lines of cells as a csv. */
export const csvOf = (lines: readonly (readonly string[])[]): string =>
  BOM + lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
