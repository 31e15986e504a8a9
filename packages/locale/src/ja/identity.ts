import type { identity as zh } from '../zh/identity.ts';

export const identity: Record<keyof typeof zh, string> = {
  elsewhereTitle: '別の場所でのログイン',
  elsewhereText:
    'お使いのアカウントが別の場所でログインしました。心当たりがない場合は、再度ログインしてパスワードを変更してください。',
  signInAgain: '再ログイン',
  signOut: 'ログアウト',
};
