import type { sessions as zh } from '../zh/sessions.ts';

export const sessions: Record<keyof typeof zh, string> = {
  description: 'Quién tiene la sesión abierta y dónde. Al cerrarla, la persona debe iniciarla de nuevo.',
  account: 'Cuenta',
  name: 'Nombre',
  department: 'Departamento',
  device: 'Dispositivo',
  unknownDevice: 'Dispositivo desconocido',
  address: 'Dirección IP',
  signedInAt: 'Inicio de sesión',
  seenAt: 'Última actividad',
  state: 'Estado',
  open: 'En línea',
  ended: 'Finalizada',
  current: 'Esta sesión',
  endReason: 'Motivo de fin',
  confirmOne: '¿Cerrar la sesión de {{account}}?',
  confirmMany_one: '¿Cerrar {{count}} sesión?',
  confirmMany_other: '¿Cerrar {{count}} sesiones?',
  confirmHint: 'Deberán iniciar sesión de nuevo en su próxima acción. Lo que no hayan enviado se perderá.',
  done: 'Sesiones cerradas: {{count}}',
};
