import type { auditArea as zh } from '../zh/auditArea.ts';

export const auditArea: Record<keyof typeof zh, string> = {
  identity: 'アカウントとログイン',
  settings: 'プラットフォーム設定',
  audit: '監査',
  user: 'ユーザー管理',
  userSF: 'ユーザー管理（SF版）',
  role: 'ロール管理',
  roleSF: 'ロール管理（SF版）',
};
