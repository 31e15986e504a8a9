import type { commandTray as zh } from '../zh/commandTray.ts';

export const commandTray: Record<keyof typeof zh, string> = {
  title: 'Comandos',
  underWay: 'Comandos en curso',
  fold: 'Contraer comandos',
  unfold: 'Desplegar comandos',
  cancel: 'Cancelar',
  resend: 'Reenviar',
  queued: 'En espera',
  sent: 'Enviado, esperando respuesta',
  acknowledged: 'Confirmado por el terminal',
  answered: 'Respondido por el terminal',
  refused: 'Rechazado por el terminal',
  unsupported: 'No compatible con el terminal',
  offline: 'Terminal sin conexión',
  busy: 'Demasiados en curso',
  timedOut: 'El terminal no responde',
  cancelled: 'Cancelado',
  failed: 'No se pudo enviar',
  photos_one: '{{count}} foto tomada',
  photos_other: '{{count}} fotos tomadas',
};
