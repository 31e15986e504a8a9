import type { viewKind as zh } from '../zh/viewKind.ts';

export const viewKind: Record<keyof typeof zh, string> = {
  live: 'Video en vivo',
  talk: 'Conversación',
  broadcast: 'Mensaje de voz general',
  replay: 'Grabación de la terminal',
  record: 'Grabación en el servidor',
  file: 'Archivo de video',
  download: 'Descarga',
};
