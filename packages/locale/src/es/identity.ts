import type { identity as zh } from '../zh/identity.ts';

export const identity: Record<keyof typeof zh, string> = {
  elsewhereTitle: 'Sesión iniciada en otro lugar',
  elsewhereText: 'Su cuenta inició sesión en otro lugar. Si no fue usted, inicie sesión de nuevo y cambie la contraseña.',
  signInAgain: 'Volver a iniciar sesión',
  signOut: 'Cerrar sesión',
};
