import type { auditArea as zh } from '../zh/auditArea.ts';

export const auditArea: Record<keyof typeof zh, string> = {
  identity: 'アカウントとログイン',
  settings: 'プラットフォーム設定',
  audit: '監査',
  notice: 'お知らせ',
  expiry: '期限通知',
  repair: '修理',
  install: '端末取付',
  vehicles: '車両',
  user: 'ユーザー管理',
  userSF: 'ユーザー管理（SF版）',
  role: 'ロール管理',
  roleSF: 'ロール管理（SF版）',
  platforms: '代理店とプラットフォーム',
  quota: '割当枠',
  tracks: '軌跡',
  regions: '範囲検索・接続履歴',
  commands: '端末コマンド',
  areas: 'エリアとジオフェンス',
  messages: 'テキストメッセージ',
  details: '車両情報',
};
