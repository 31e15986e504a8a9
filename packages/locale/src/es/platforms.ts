import type { platforms as zh } from '../zh/platforms.ts';

export const platforms: Record<keyof typeof zh, string> = {
  superiorHint:
    'El acceso 809 de los reguladores y sus vehículos. El enlace es el deseado; su estado real está en la supervisión de plataformas superiores',
  forwardHint: 'Otros sistemas que recibirán copias de los datos y de qué vehículos. Aún no se reenvía nada.',
};
