import type { lowerPlatform as zh } from '../zh/lowerPlatform.ts';

export const lowerPlatform: Record<keyof typeof zh, string> = {
  tab_access: 'Acceso',
  tab_more: 'Más',
  platName: 'Nombre de la plataforma',
  standard: 'Norma',
  deptId: 'Departamento',
  state: 'Estado',
  accessCode: 'Código de acceso',
  userId: 'Usuario',
  password: 'Contraseña',
  m1: 'M1',
  ia1: 'IA1',
  ic1: 'IC1',
  contact: 'Contacto',
  tel: 'Teléfono',
  remark: 'Observaciones',
  mainState: 'Enlace principal',
  subState: 'Enlace secundario',
  linkSince: 'Estado del enlace desde',
  linkReason: 'Motivo',
  lastAt: 'Último latido',
  forwards: 'Plataformas de reenvío',
  list: 'Plataformas inferiores',
  hint:
    'Las plataformas inferiores se conectan a esta por 809: abren el enlace principal, esta abre el secundario de vuelta, y por él llegan las posiciones de los vehículos del departamento',
};
