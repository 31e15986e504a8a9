import type { smsTemplate as zh } from '../zh/smsTemplate.ts';

export const smsTemplate: Record<keyof typeof zh, string> = {
  addTitle: 'Add SMS template',
  templateName: 'Template name',
  accountId: 'SMS account',
  kind: 'Purpose',
  code: 'Template code',
  content: 'Text',
};
