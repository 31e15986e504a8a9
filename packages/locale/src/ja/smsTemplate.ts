import type { smsTemplate as zh } from '../zh/smsTemplate.ts';

export const smsTemplate: Record<keyof typeof zh, string> = {
  addTitle: 'SMSテンプレートの追加',
  templateName: 'テンプレート名',
  accountId: 'SMSアカウント',
  kind: '用途',
  code: 'テンプレートコード',
  content: '本文',
};
