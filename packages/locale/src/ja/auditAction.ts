import type { auditAction as zh } from '../zh/auditAction.ts';

export const auditAction: Record<keyof typeof zh, string> = {
  makeInspectPasswd: '照会用パスワードの作成',
  exchangeTicket: 'ログインチケットの発行',
  updateUserDetail: 'プロフィールの変更',
  changePasswd: 'パスワードの変更',
  endSession: 'セッションの強制終了',
  getCertificateUrl: 'ネットワーク接続証明書の表示',
  savePlatSetting: 'プラットフォーム設定の保存',
  uploadLogo: 'ロゴのアップロード',
  exportOperation: '操作ログのエクスポート',
  publishNotice: 'お知らせを公開',
  revokeNotice: 'お知らせを取り消し',
  handleExpiry: '期限に対応',
  sendRemind: '今すぐ通知',
  changeState: '修理の状態を変更',
  runCheck: '取付を検査',
  acceptInstall: '取付を検収',
  rejectInstall: '取付を差し戻し',
  restoreCar: '車両の復元',
  purgeCar: '車両の完全削除',
};
