import { openArchive } from '../../../src/platform/files/xlsx/archive.ts';
import { readSheetRows } from '../../../src/platform/files/xlsx/sheet-rows.ts';
import { readWorkbook } from '../../../src/platform/files/xlsx/workbook.ts';

/** For tests: the texts of all sheets by name, in order and without empty rows. */
export async function readAllSheets(path: string): Promise<Map<string, string[][]>> {
  const archive = await openArchive(path);
  try {
    const workbook = await readWorkbook(archive);
    const sheets = new Map<string, string[][]>();
    for (const sheet of workbook.sheets) {
      const rows: string[][] = [];
      for await (const { cells } of readSheetRows(archive, workbook, sheet)) rows.push([...cells]);
      sheets.set(sheet.name, rows);
    }
    return sheets;
  } finally {
    archive.close();
  }
}
