import type { smsAccount as zh } from '../zh/smsAccount.ts';

export const smsAccount: Record<keyof typeof zh, string> = {
  addTitle: 'SMSアカウントの追加',
  accountName: 'アカウント名',
  provider: '事業者',
  deptId: '所属部門',
  signName: '署名',
  accessKeyId: 'アクセスキーID',
  accessKeySecret: 'アクセスキーシークレット',
  monthCap: '月間上限',
  usedThisMonth: '今月の使用数',
  state: '状態',
  lastError: '直近のエラー',
  lastErrorAt: '直近のエラー日時',
  remark: '備考',
};
