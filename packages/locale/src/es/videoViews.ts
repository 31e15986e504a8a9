import type { videoViews as zh } from '../zh/videoViews.ts';

export const videoViews: Record<keyof typeof zh, string> = {
  title: 'Quién ha visto',
  ofVehicle: 'Quién ha visto - {{plate}}',
  user: 'Usuario',
  kind: 'Acción',
  channel: 'Canal',
  start: 'Inicio',
  played: 'Duración',
  bytes: 'Tráfico',
  ip: 'Dirección IP',
  reason: 'Motivo del fin',
  now: 'En curso',
  never: 'No reproducido',
  empty: 'Nadie en los últimos 31 días',
};
