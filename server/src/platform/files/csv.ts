/** Spreadsheets on Windows read UTF-8 only after this mark. */
export const CSV_BOM = '\ufeff';

/** One csv line (RFC 4180) with CR LF. Numbers are not guarded, so a minus sign stays. */
export function formatCsvLine(cells: readonly (string | number)[]): string {
  let line = '';
  for (let at = 0; at < cells.length; at++) line += at === 0 ? formatCsvCell(cells[at]!) : `,${formatCsvCell(cells[at]!)}`;
  return `${line}\r\n`;
}

/** Reverses the apostrophe that `formatCsvLine` puts before a formula. */
export function removeFormulaGuard(cell: string): string {
  return cell.replace(GUARDED, '$1');
}

/**
 * What spreadsheets may run: also in full width, and after invisible characters. Some languages separate cells by semicolons, or
 * users do by tabs. Text after apostrophes is guarded too, so that removing one apostrophe is always right.
 */
const LIKE_FORMULA = /(?<=^|[;\t])'*(?=\p{Cf}*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r])/gu;
const GUARDED = /(?<=^|[;\t])'('*)(?=\p{Cf}*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r])/gu;

/** Nearly all texts have none of this, which is found out several times as fast as what to do about it. */
const NEEDS_CARE = /^['\p{Cf}=+\-@\uff1d\uff0b\uff0d\uff20]|[",;\t\r\n]/u;

/** An apostrophe keeps a spreadsheet from running the text as a formula. */
function formatCsvCell(text: string | number): string {
  if (typeof text === 'number') return String(text);
  if (!NEEDS_CARE.test(text)) return text;
  const guarded = text.replace(LIKE_FORMULA, "'$&");
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
