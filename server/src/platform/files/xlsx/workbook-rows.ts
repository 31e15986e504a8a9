import { TableFileError } from '../table-file-error.ts';
import type { TableRow } from '../table-rows.ts';
import { openArchive } from './archive.ts';
import { sheetRows } from './sheet-rows.ts';
import { readWorkbook, type Workbook } from './workbook.ts';

/** The rows of an xlsx file: of the sheet named, or of the first that is visible. Throws TableFileError. */
export async function* xlsxRows(path: string, sheet: string | undefined): AsyncGenerator<TableRow> {
  const archive = await openArchive(path);
  try {
    const workbook = await readWorkbook(archive);
    yield* sheetRows(archive, workbook, sheetNamed(workbook, sheet));
  } finally {
    archive.close();
  }
}

/** Names of sheets differ by more than case. */
function sheetNamed({ sheets }: Workbook, name: string | undefined): Workbook['sheets'][number] {
  const wanted = name?.trim().toLowerCase();
  const found = sheets.find((sheet) => (wanted === undefined ? sheet.visible : sheet.name.trim().toLowerCase() === wanted));
  if (found) return found;
  if (name === undefined) throw new TableFileError('empty');
  const names = sheets.filter(({ visible }) => visible).map((sheet) => sheet.name);
  throw new TableFileError('noSheet', { sheet: name, sheets: names });
}
