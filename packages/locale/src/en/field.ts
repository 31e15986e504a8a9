import type { field as zh } from '../zh/field.ts';

export const field: Record<keyof typeof zh, string> = {
  required: 'Required',
  invalid: 'Enter a valid value',
  integer: 'Enter a whole number',
  tooShort: '{{min}} characters or more',
  tooLong: '{{max}} characters at most',
  tooFew: '{{min}} entries or more',
  tooMany: '{{max}} entries at most',
  tooSmall: '{{min}} or more',
  tooBig: '{{max}} or less',
  unknown: 'There is no such field',
  characters: 'It has a character that is not supported',
  tooDeep: 'It is nested too deeply',
  notJson: 'The request is not JSON',
  noSuchRecord: 'Not found, or not yours to use',
  notForm: 'The request is not a form',
  fileTooLarge: 'The file may be {{max}} at most',
  oneFile: 'Only one file may be uploaded',
};
