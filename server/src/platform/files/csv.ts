/** Spreadsheets on Windows read UTF-8 only after this mark. */
export const CSV_BOM = '\ufeff';

/** One csv line (RFC 4180) with CR LF. Numbers are not guarded, so a minus sign stays. */
export function formatCsvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`;
}

/** Reverses the apostrophe that `formatCsvLine` puts before a formula. */
export function removeFormulaGuard(cell: string): string {
  return cell.charCodeAt(0) === APOSTROPHE && GUARDED.test(cell) ? cell.slice(1) : cell;
}

const APOSTROPHE = 0x27;
/** Text after apostrophes is guarded too, so that removing one apostrophe is always right. */
const LIKE_FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED = /^'+[=+\-@\t\r]/;

/** A leading apostrophe keeps a spreadsheet from running the text as a formula. */
function formatCsvCell(text: string | number): string {
  if (typeof text === 'number') return String(text);
  const guarded = LIKE_FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
