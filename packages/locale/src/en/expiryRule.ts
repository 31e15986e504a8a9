import type { expiryRule as zh } from '../zh/expiryRule.ts';

export const expiryRule: Record<keyof typeof zh, string> = {
  addTitle: 'Add reminder rule',
  kind: 'Type',
  deptId: 'Department',
  leadDays: 'Days in advance',
  repeatDays: 'Repeat every (days)',
  roles: 'Roles to notify',
  users: 'Users to notify',
  stopService: 'Stop service on expiry',
  state: 'Status',
};
