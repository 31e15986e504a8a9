/** Byte order mark, by which spreadsheets recognise UTF-8. */
const BOM = '\uFEFF';

/** A cell: quoted where necessary, and never a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Formats rows as CSV. */
export const formatCsv = (lines: readonly (readonly string[])[]): string =>
  BOM + lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
