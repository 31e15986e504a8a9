import type { sessions as zh } from '../zh/sessions.ts';

export const sessions: Record<keyof typeof zh, string> = {
  description: '誰がどこでログインしているかを確認できます。強制ログアウト後は再ログインが必要です。',
  account: 'アカウント',
  name: '氏名',
  department: '部門',
  device: 'デバイス',
  unknownDevice: '不明なデバイス',
  address: 'IPアドレス',
  signedInAt: 'ログイン日時',
  seenAt: '最終操作',
  state: '状態',
  open: 'オンライン',
  ended: '終了',
  current: 'このセッション',
  endReason: '終了理由',
  confirmOne: '{{account}}を強制ログアウトしますか？',
  confirmMany_one: '{{count}}件のセッションを強制ログアウトしますか？',
  confirmMany_other: '{{count}}件のセッションを強制ログアウトしますか？',
  confirmHint: '次の操作時に再ログインが必要になります。送信していない内容は失われます。',
  done: '{{count}}件のセッションをログアウトしました',
};
