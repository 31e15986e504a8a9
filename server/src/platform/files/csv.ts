/** What spreadsheets on Windows need to read the rest as UTF-8. */
export const CSV_BOM = '\ufeff';

/** One line of a csv file (RFC 4180), ended by CR LF. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A cell that begins like a formula is told to be text by a leading apostrophe: a spreadsheet would run it. */
function csvCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
