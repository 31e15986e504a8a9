import type { tableFile as zh } from '../zh/tableFile.ts';

export const tableFile: Record<keyof typeof zh, string> = {
  notTable: 'This is not a table file. Upload an xlsx or csv file',
  oldXls: 'This is an old Excel file (.xls). Save it as .xlsx and upload it again',
  password: 'The file is protected by a password. Remove the password and upload it again',
  damaged: 'The file is damaged or incomplete. Save it again and upload it',
  tooLarge: 'The file is too large once unpacked (limit {{max}} MiB) and cannot be read',
  empty: 'The table holds no data',
  noSheet: 'There is no sheet “{{sheet}}”. Sheets in the file: {{sheets}}',
  encoding: 'The character encoding of the file is not recognized. Save it as UTF-8 or GBK and upload it again',
  formula: 'These cells hold formulas; replace them with values: {{cell}}',
  errorCell: 'These cells hold an error value: {{cell}}',
  numberTooLong:
    'Numbers in these cells have more than 15 digits and have lost the last ones. Format the cells as text and enter them again: {{cell}}',
  cellTooLong: 'These cells hold more than {{max}} characters: {{cell}}',
  merged: 'There are merged cells among the data. Unmerge them: {{cell}}',
  tooManyRows: 'There are more than {{max}} rows of data. Split the file and upload the parts',
  tooManyColumns: 'There are more than {{max}} columns. Cells beyond: {{cell}}',
};
