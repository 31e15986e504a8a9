import type { auditArea as zh } from '../zh/auditArea.ts';

export const auditArea: Record<keyof typeof zh, string> = {
  identity: 'アカウントとログイン',
  settings: 'プラットフォーム設定',
  audit: '監査',
  platforms: '代理店とプラットフォーム',
  quota: 'クォータ',
};
