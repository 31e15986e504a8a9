import type { role as zh } from '../zh/role.ts';

export const role: Record<keyof typeof zh, string> = {
  superAdministrator: 'スーパー管理者',
  platformAdministrator: 'プラットフォーム管理者',
  agent: '代理店',
  enterpriseAdministrator: '企業管理者',
  monitor: '監視担当者',
  safetyOfficer: '安全担当者',
  supervisor: '監督者（閲覧のみ）',
  roleName: 'ロール名',
  deptId: '所属部門',
  clientType: 'クライアント種別',
  enabled: '有効',
  users: 'ユーザー数',
  remark: '備考',
  codes: '権限',
  key: '組み込みロール',
  tab_permissions: '権限',
};
