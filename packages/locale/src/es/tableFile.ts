import type { tableFile as zh } from '../zh/tableFile.ts';

export const tableFile: Record<keyof typeof zh, string> = {
  notTable: 'No es un archivo de tabla. Suba un archivo xlsx o csv',
  oldXls: 'Es un archivo antiguo de Excel (.xls). Guárdelo como .xlsx y vuelva a subirlo',
  password: 'El archivo está protegido con contraseña. Quítela y vuelva a subirlo',
  damaged: 'El archivo está dañado o incompleto. Guárdelo de nuevo y vuelva a subirlo',
  tooLarge: 'El archivo descomprimido es demasiado grande (máximo {{max}} MiB) y no se puede leer',
  empty: 'La tabla no contiene datos',
  noSheet: 'No existe la hoja «{{sheet}}». Hojas del archivo: {{sheets}}',
  encoding: 'No se reconoce la codificación de caracteres del archivo. Guárdelo en UTF-8 o GBK y vuelva a subirlo',
  formula: 'Estas celdas contienen fórmulas; sustitúyalas por valores: {{cell}}',
  errorCell: 'Estas celdas contienen un valor de error: {{cell}}',
  numberTooLong:
    'Los números de estas celdas tienen más de 15 dígitos y han perdido los últimos. Dé formato de texto a las celdas y escríbalos de nuevo: {{cell}}',
  cellTooLong: 'Estas celdas superan los {{max}} caracteres: {{cell}}',
  merged: 'Hay celdas combinadas entre los datos. Sepárelas: {{cell}}',
  tooManyRows: 'Hay más de {{max}} filas de datos. Divida el archivo y suba las partes',
  tooManyColumns: 'Hay más de {{max}} columnas. Celdas que sobran: {{cell}}',
};
