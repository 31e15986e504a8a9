/** What spreadsheets on Windows need to read the rest as UTF-8. */
export const CSV_BOM = '\ufeff';

/** One line of a csv file (RFC 4180), ended by CR LF. Numbers stand as they are, a minus sign included. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** What `csvLine` wrote for a text, unquoted: takes the apostrophe away again that it put before a formula. */
export function uncovered(cell: string): string {
  return cell.charCodeAt(0) === APOSTROPHE && COVERED.test(cell) ? cell.slice(1) : cell;
}

const APOSTROPHE = 0x27;
/** Text that stands for itself after apostrophes is covered too, so that taking one away is right for every cell. */
const LIKE_FORMULA = /^'*[=+\-@\t\r]/;
const COVERED = /^'+[=+\-@\t\r]/;

/** A cell that begins like a formula is told to be text by a leading apostrophe: a spreadsheet would run it. */
function csvCell(text: string | number): string {
  if (typeof text === 'number') return String(text);
  const plain = LIKE_FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
