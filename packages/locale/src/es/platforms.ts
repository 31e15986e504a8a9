import type { platforms as zh } from '../zh/platforms.ts';

export const platforms: Record<keyof typeof zh, string> = {
  enable: 'Activar',
  disable: 'Desactivar',
  enabled: 'Activado',
  disabled: 'Desactivado',
  superiorHint:
    'Cómo se enlazará la plataforma con los reguladores por JT/T 809 y con qué vehículos. El estado del enlace es el deseado; aún no se establece la conexión.',
  forwardHint: 'Otros sistemas que recibirán copias de los datos y de qué vehículos. Aún no se reenvía nada.',
};
