import type { expiryRule as zh } from '../zh/expiryRule.ts';

export const expiryRule: Record<keyof typeof zh, string> = {
  kind: 'Kind',
  deptId: 'Department',
  leadDays: 'Days before',
  repeatDays: 'Repeat every (days)',
  state: 'State',
};
