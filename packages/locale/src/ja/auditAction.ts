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
  enableAgent: '代理店の有効化・無効化',
  bindDept: '代理店への企業割り当て',
  enableOperator: '事業者の有効化・無効化',
  bindOperatorCar: '事業者への車両紐付け',
  linkSuperior: '上位プラットフォームのリンク設定',
  bindSuperiorCar: '上位プラットフォームへの車両紐付け',
  enableForward: '転送先の有効化・無効化',
  bindForwardCar: '転送先への車両紐付け',
  saveQuota: 'クォータの設定',
  transferQuota: 'クォータの配分',
};
