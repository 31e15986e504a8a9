import type { media as zh } from '../zh/media.ts';

/** What terminals took: photos, sounds and films. */
export const media: Record<keyof typeof zh, string> = {
  channel: 'Canal {{channel}}',
  save: 'Descargar {{name}}',
  open: 'Abrir {{name}} en tamaño completo',
};
