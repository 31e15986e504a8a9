import type { role as zh } from '../zh/role.ts';

export const role: Record<keyof typeof zh, string> = {
  superAdministrator: 'Super administrator',
  platformAdministrator: 'Platform administrator',
  agent: 'Agent',
  enterpriseAdministrator: 'Company administrator',
  monitor: 'Monitoring operator',
  safetyOfficer: 'Safety officer',
  supervisor: 'Supervisor (read only)',
  roleName: 'Role name',
  deptId: 'Department',
  clientType: 'Client type',
  enabled: 'Enabled',
  users: 'Users',
  remark: 'Remarks',
  codes: 'Permissions',
  key: 'Built-in role',
  tab_permissions: 'Permissions',
};
