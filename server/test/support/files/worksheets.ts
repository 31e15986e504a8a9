import { openArchive } from '../../../src/platform/files/xlsx/archive.ts';
import { sheetRows } from '../../../src/platform/files/xlsx/sheet-rows.ts';
import { readWorkbook } from '../../../src/platform/files/xlsx/workbook.ts';

/** For tests: all sheets of a workbook by their names, in their order: the texts of their rows; empty rows are left out. */
export async function sheetsOf(path: string): Promise<Map<string, string[][]>> {
  const archive = await openArchive(path);
  try {
    const workbook = await readWorkbook(archive);
    const sheets = new Map<string, string[][]>();
    for (const sheet of workbook.sheets) {
      const rows: string[][] = [];
      for await (const { cells } of sheetRows(archive, workbook, sheet)) rows.push([...cells]);
      sheets.set(sheet.name, rows);
    }
    return sheets;
  } finally {
    archive.close();
  }
}
