import type { smsAccount as zh } from '../zh/smsAccount.ts';

export const smsAccount: Record<keyof typeof zh, string> = {
  addTitle: 'Add SMS account',
  accountName: 'Account name',
  provider: 'Provider',
  deptId: 'Department',
  signName: 'Signature',
  accessKeyId: 'AccessKey ID',
  accessKeySecret: 'AccessKey secret',
  monthCap: 'Monthly limit',
  usedThisMonth: 'Used this month',
  state: 'Status',
  lastError: 'Last error',
  lastErrorAt: 'Last error at',
  remark: 'Notes',
};
