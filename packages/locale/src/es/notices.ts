import type { notices as zh } from '../zh/notices.ts';

export const notices: Record<keyof typeof zh, string> = {
  bell: 'Avisos',
  bellUnread: 'Avisos, {{count}} sin leer',
  list: 'Lista de avisos',
  empty: 'No hay avisos',
  failed: 'No se pudieron cargar los avisos',
  unread: 'Sin leer',
  previous: 'Anterior',
  next: 'Siguiente',
  first: '¡Este es el primer aviso!',
  last: '¡Este es el último aviso!',
  ordinaryBell: 'Alarmas comunes: {{count}}',
  safetyBell: 'Alarmas de seguridad activa: {{count}}',
};
