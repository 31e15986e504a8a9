import type { sessionEnd as zh } from '../zh/sessionEnd.ts';

export const sessionEnd: Record<keyof typeof zh, string> = {
  logout: 'Cierre por el usuario',
  elsewhere: 'Inicio en otro lugar',
  expired: 'Vencida',
  kicked: 'Cierre por un administrador',
  password: 'Cambio de contraseña',
};
