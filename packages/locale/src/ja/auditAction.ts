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
  enableUser: 'ユーザーの有効化・無効化',
  resetPasswd: 'パスワードのリセット',
  unlockUser: 'ユーザーのロック解除',
  kickUser: 'ユーザーの強制ログアウト',
  copyRole: 'ロールのコピー',
  bindUser: 'ロールへのユーザー割り当て',
};
