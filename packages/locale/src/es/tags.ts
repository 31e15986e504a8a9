import type { tags as zh } from '../zh/tags.ts';

export const tags: Record<keyof typeof zh, string> = {
  label: 'Páginas abiertas',
  menu: 'Acciones de {{page}}',
  refresh: 'Actualizar',
  close: 'Cerrar',
  closeOthers: 'Cerrar las demás',
  closeAll: 'Cerrar todas',
  closePage: 'Cerrar {{page}}',
};
