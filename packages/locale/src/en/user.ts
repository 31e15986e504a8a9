import type { user as zh } from '../zh/user.ts';

export const user: Record<keyof typeof zh, string> = {
  loginName: 'Login name',
  userName: 'Name',
  deptId: 'Department',
  roles: 'Roles',
  mobile: 'Mobile number',
  email: 'Email',
  validFrom: 'Valid from',
  validTo: 'Valid until',
  clientType: 'Client type',
  enabled: 'Enabled',
  online: 'Online',
  failures: 'Failed sign-ins',
  lastLoginAt: 'Last sign-in',
  lastLoginIp: 'Last sign-in address',
  remark: 'Remarks',
  roleBeyond: 'You can only assign roles whose every permission you hold',
  codesBeyond: 'Permissions that you do not hold: {{count}}',
};
