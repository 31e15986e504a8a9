import type { role as zh } from '../zh/role.ts';

export const role: Record<keyof typeof zh, string> = {
  superAdministrator: 'Superadministrador',
  platformAdministrator: 'Administrador de la plataforma',
  agent: 'Agente',
  enterpriseAdministrator: 'Administrador de empresa',
  monitor: 'Operador de monitoreo',
  safetyOfficer: 'Responsable de seguridad',
  supervisor: 'Supervisor (solo lectura)',
  roleName: 'Nombre del rol',
  deptId: 'Departamento',
  clientType: 'Tipo de cliente',
  enabled: 'Habilitado',
  users: 'Usuarios',
  remark: 'Observaciones',
  codes: 'Permisos',
  key: 'Rol integrado',
  tab_permissions: 'Permisos',
};
