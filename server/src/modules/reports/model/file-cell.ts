/** The start of a cell with a file of an alarm, before its id. */
export const EVIDENCE_FILE = 'evidence:';

/** Cells of files, as queries return them: `<file>|<name>`. */
export function parseFileCell(cell: string): { readonly evidenceId?: number; readonly file: string; readonly name: string } {
  const bar = cell.indexOf('|');
  const [file, name] = [cell.slice(0, bar), cell.slice(bar + 1)];
  return file.startsWith(EVIDENCE_FILE) ? { evidenceId: Number(file.slice(EVIDENCE_FILE.length)), file, name } : { file, name };
}
