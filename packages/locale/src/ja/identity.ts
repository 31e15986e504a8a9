import type { identity as zh } from '../zh/identity.ts';

export const identity: Record<keyof typeof zh, string> = {
  heading: 'アカウントでログイン',
  account: 'アカウント',
  password: 'パスワード',
  captcha: '認証コード',
  captchaRefresh: '認証コードを更新',
  captchaFailed: '認証コードを読み込めません。クリックして再試行',
  remember: 'アカウントを記憶する',
  signIn: 'ログイン',
  signingIn: 'ログイン中',
  showPassword: 'パスワードを表示',
  hidePassword: 'パスワードを隠す',
  capsLock: 'Caps Lock がオンになっています',
  accountRequired: 'アカウントを入力してください',
  passwordRequired: 'パスワードを入力してください',
  captchaRequired: '認証コードを入力してください',
  keyFailed: 'セキュリティキーが無効です。ページを再読み込みして再試行してください',
  demoTitle: 'デモアカウント',
  demoFill: '入力する',
  elsewhereTitle: '別の場所でのログイン',
  elsewhereText:
    'お使いのアカウントが別の場所でログインしました。心当たりがない場合は、再度ログインしてパスワードを変更してください。',
  signInAgain: '再ログイン',
  signOut: 'ログアウト',
};
