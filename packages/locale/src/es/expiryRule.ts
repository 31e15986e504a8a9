import type { expiryRule as zh } from '../zh/expiryRule.ts';

export const expiryRule: Record<keyof typeof zh, string> = {
  addTitle: 'Agregar regla de aviso',
  kind: 'Tipo',
  deptId: 'Departamento',
  leadDays: 'Días de antelación',
  repeatDays: 'Repetir cada (días)',
  roles: 'Roles avisados',
  users: 'Usuarios avisados',
  stopService: 'Detener el servicio al vencer',
  state: 'Estado',
};
