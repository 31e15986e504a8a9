import type { expiryRule as zh } from '../zh/expiryRule.ts';

export const expiryRule: Record<keyof typeof zh, string> = {
  kind: 'Kind',
  deptId: 'Department',
  leadDays: 'Days before',
  repeatDays: 'Repeat every (days)',
  roles: 'Roles told',
  users: 'Users told',
  stopService: 'Stop service when it ends',
  state: 'State',
};
