import type { auditArea as zh } from '../zh/auditArea.ts';

export const auditArea: Record<keyof typeof zh, string> = {
  identity: 'アカウントとログイン',
  settings: 'プラットフォーム設定',
  audit: '監査',
  vehicles: '車両',
};
