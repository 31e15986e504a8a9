import type { user as zh } from '../zh/user.ts';

export const user: Record<keyof typeof zh, string> = {
  loginName: 'Nombre de usuario',
  userName: 'Nombre',
  deptId: 'Departamento',
  roles: 'Roles',
  mobile: 'Teléfono móvil',
  email: 'Correo electrónico',
  validFrom: 'Válido desde',
  validTo: 'Válido hasta',
  clientType: 'Tipo de cliente',
  enabled: 'Habilitado',
  online: 'En línea',
  failures: 'Accesos fallidos',
  lastLoginAt: 'Último acceso',
  lastLoginIp: 'IP del último acceso',
  remark: 'Observaciones',
  roleBeyond: 'Solo puede asignar roles cuyos permisos posea todos',
  codesBeyond: 'Permisos que usted no posee: {{count}}',
};
