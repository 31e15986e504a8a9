import type { videoUpload as zh } from '../zh/videoUpload.ts';

export const videoUpload: Record<keyof typeof zh, string> = {
  queued: 'En cola',
  uploading: 'Subiendo',
  paused: 'En pausa',
  done: 'Completa',
  failed: 'Con error',
  cancelled: 'Cancelada',
  terminalOffline: 'Vehículo sin conexión. La subida empezará cuando se conecte',
  refused: 'El terminal la rechazó',
  unsupported: 'El terminal no puede subir grabaciones',
  noAnswer: 'El terminal no responde',
  terminalFailed: 'El terminal informó de un error',
  interrupted: 'La subida se interrumpió',
  tooLarge: 'El archivo es demasiado grande',
  diskFull: 'El disco del servidor está lleno',
  expired: 'No se completó en 24 horas',
};
