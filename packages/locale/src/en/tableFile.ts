import type { tableFile as zh } from '../zh/tableFile.ts';

export const tableFile: Record<keyof typeof zh, string> = {
  notTable: 'This is not a table file. Upload an xlsx or csv file',
  oldXls: 'This is an old Excel file (.xls). Save it as .xlsx and upload it again',
  password: 'The file is password-protected. Remove the password and upload it again',
  damaged: 'The file is damaged or incomplete. Save it again and upload it',
  tooLarge: 'The file is too large once unpacked (limit {{max}} MiB)',
  empty: 'The table has no data',
  noSheet: 'No sheet named “{{sheet}}”. Sheets in the file: {{sheets}}',
  encoding: 'The character encoding of the file is not recognised. Save it as UTF-8 or GBK and upload it again',
  formula: 'These cells contain formulas. Replace them with values: {{cell}}',
  errorCell: 'These cells contain an error value: {{cell}}',
  numberTooLong:
    'Numbers in these cells have more than 15 digits and have lost the last digits. Format the cells as text and enter the numbers again: {{cell}}',
  cellTooLong: 'These cells have more than {{max}} characters: {{cell}}',
  merged: 'The data contains merged cells. Unmerge them: {{cell}}',
  tooManyRows: 'More than {{max}} rows of data. Split the file and upload the parts',
  tooManyColumns: 'More than {{max}} columns. Cells beyond the limit: {{cell}}',
};
