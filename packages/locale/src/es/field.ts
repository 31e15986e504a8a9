import type { field as zh } from '../zh/field.ts';

export const field: Record<keyof typeof zh, string> = {
  required: 'Obligatorio',
  invalid: 'Ingrese un valor válido',
  integer: 'Ingrese un número entero',
  tooShort: 'Mínimo {{min}} caracteres',
  tooLong: 'Máximo {{max}} caracteres',
  tooFew: 'Mínimo {{min}} elementos',
  tooMany: 'Máximo {{max}} elementos',
  tooSmall: 'No menor que {{min}}',
  tooBig: 'No mayor que {{max}}',
  unknown: 'No existe este campo',
  characters: 'Contiene un carácter no admitido',
  tooDeep: 'Tiene demasiados niveles anidados',
  notJson: 'La solicitud no es JSON',
  noSuchRecord: 'No existe o no puede usarlo',
  notForm: 'La solicitud no es un formulario',
  fileTooLarge: 'El archivo no puede superar {{max}}',
  oneFile: 'Solo se puede subir un archivo',
};
