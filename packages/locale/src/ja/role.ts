import type { role as zh } from '../zh/role.ts';

export const role: Record<keyof typeof zh, string> = {
  superAdministrator: 'スーパー管理者',
  platformAdministrator: 'プラットフォーム管理者',
  agent: '代理店',
  enterpriseAdministrator: '企業管理者',
  monitor: '監視担当者',
  safetyOfficer: '安全担当者',
  supervisor: '監督者（閲覧のみ）',
};
