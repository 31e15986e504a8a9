import type { field as zh } from '../zh/field.ts';

export const field: Record<keyof typeof zh, string> = {
  required: 'Required',
  invalid: 'Enter a valid value',
  integer: 'Enter a whole number',
  tooShort: 'At least {{min}} characters',
  tooLong: 'At most {{max}} characters',
  tooFew: 'At least {{min}} items',
  tooMany: 'At most {{max}} items',
  tooSmall: 'Must be at least {{min}}',
  tooBig: 'Must be at most {{max}}',
  unknown: 'Unknown field',
  characters: 'Contains an unsupported character',
  tooDeep: 'Nested too deeply',
  notJson: 'The request is not JSON',
  noSuchRecord: 'Not found or not accessible',
  notForm: 'The request is not a form',
  fileTooLarge: 'The file must be at most {{max}}',
  oneFile: 'Only one file can be uploaded',
};
