import type { auditArea as zh } from '../zh/auditArea.ts';

export const auditArea: Record<keyof typeof zh, string> = {
  identity: 'Accounts and sign-in',
  settings: 'Platform settings',
  audit: 'Audit',
  platforms: 'Agents and platforms',
  quota: 'Quotas',
};
