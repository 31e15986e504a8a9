import { TableFileError } from '../table-file-error.ts';
import type { TableRow } from '../table-rows.ts';
import { openArchive } from './archive.ts';
import { readSheetRows } from './sheet-rows.ts';
import { readWorkbook, type Workbook } from './workbook.ts';

/** Reads the named sheet, or the first visible one. Throws TableFileError. */
export async function* readXlsxRows(path: string, sheet: string | undefined): AsyncGenerator<TableRow> {
  const archive = await openArchive(path);
  try {
    const workbook = await readWorkbook(archive);
    yield* readSheetRows(archive, workbook, findSheet(workbook, sheet));
  } finally {
    archive.close();
  }
}

/** Sheet names are case-insensitive. */
function findSheet({ sheets }: Workbook, name: string | undefined): Workbook['sheets'][number] {
  const wanted = name?.trim().toLowerCase();
  const found = sheets.find((sheet) => (wanted === undefined ? sheet.visible : sheet.name.trim().toLowerCase() === wanted));
  if (found) return found;
  if (name === undefined) throw new TableFileError('empty');
  const names = sheets.filter(({ visible }) => visible).map((sheet) => sheet.name);
  throw new TableFileError('noSheet', { sheet: name, sheets: names });
}
