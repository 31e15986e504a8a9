import type { smsLog as zh } from '../zh/smsLog.ts';

export const smsLog: Record<keyof typeof zh, string> = {
  createdOn: 'Created',
  deptId: 'Company',
  carNo: 'Plate',
  driverName: 'Driver',
  mobile: 'Recipient',
  kind: 'Source',
  ruleName: 'Rule',
  templateName: 'Template',
  content: 'Text',
  segments: 'Billed segments',
  state: 'Status',
  sentAt: 'Sent',
  receiptAt: 'Receipt',
  failReason: 'Failure',
  messageNo: 'Message number',
};
