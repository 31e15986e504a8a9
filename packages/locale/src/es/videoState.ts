import type { videoState as zh } from '../zh/videoState.ts';

export const videoState: Record<keyof typeof zh, string> = {
  requesting: 'Solicitando video',
  waitingStream: 'El terminal aceptó. Esperando la transmisión',
  waitingKeyFrame: 'Transmisión recibida. Esperando un fotograma clave',
  playing: 'Reproduciendo',
  ended: 'Detenido',
  terminalOffline: 'Vehículo sin conexión',
  refused: 'El terminal rechazó la solicitud',
  unsupported: 'El terminal no tiene video en vivo',
  noAnswer: 'El terminal no respondió',
  noStream: 'El terminal no envió la transmisión',
  codecNotSupported: 'Códec de video no compatible. Configure el terminal en H.264',
  timeLimit: 'Se alcanzó el límite de tiempo',
  notAllowed: 'No puede ver este vehículo',
  signedOut: 'Sesión cerrada',
  tooSlow: 'La red es demasiado lenta para el video',
  stopping: 'El servidor se está reiniciando. Inténtelo en un momento',
};
