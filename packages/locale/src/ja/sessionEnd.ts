import type { sessionEnd as zh } from '../zh/sessionEnd.ts';

export const sessionEnd: Record<keyof typeof zh, string> = {
  logout: 'ログアウト',
  elsewhere: '別の場所でログイン',
  expired: '期限切れ',
  kicked: '管理者が強制ログアウト',
  password: 'パスワード変更',
};
