import type { media as zh } from '../zh/media.ts';

/** Media of terminals: photos, audio and video. */
export const media: Record<keyof typeof zh, string> = {
  channel: 'Canal {{channel}}',
  save: 'Descargar {{name}}',
  open: 'Abrir {{name}} en tamaño completo',
};
