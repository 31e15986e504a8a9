import type { smsLog as zh } from '../zh/smsLog.ts';

export const smsLog: Record<keyof typeof zh, string> = {
  createdOn: '作成日時',
  deptId: '所属企業',
  carNo: 'ナンバー',
  driverName: 'ドライバー',
  mobile: '受信番号',
  kind: '送信元',
  ruleName: '契機ルール',
  templateName: 'テンプレート',
  content: '本文',
  segments: '課金数',
  state: '送信状態',
  sentAt: '送信日時',
  receiptAt: '受領日時',
  failReason: '失敗理由',
  messageNo: 'メッセージ番号',
};
