import type { errorLog as zh } from '../zh/errorLog.ts';

export const errorLog: Record<keyof typeof zh, string> = {
  title: 'Registro de errores',
  open: 'Registro de errores ({{count}})',
  message: 'Mensaje',
  info: 'Información',
  url: 'URL',
  stack: 'Pila de llamadas',
  showStack: 'Mostrar la pila',
  clearAll: 'Borrar todo',
  empty: 'Sin errores',
};
