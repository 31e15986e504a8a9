import type { identity as zh } from '../zh/identity.ts';

export const identity: Record<keyof typeof zh, string> = {
  loginTitle: 'Sign in',
  heading: 'Sign in',
  account: 'Account',
  password: 'Password',
  captcha: 'Captcha',
  captchaRefresh: 'New captcha',
  captchaFailed: 'Captcha did not load, click to retry',
  remember: 'Remember account',
  signIn: 'Sign in',
  capsLock: 'Caps Lock is on',
  accountRequired: 'Enter your account',
  passwordRequired: 'Enter your password',
  captchaRequired: 'Enter the captcha',
  keyFailed: 'The security key is not valid. Reload the page and try again',
  demoTitle: 'Demo account',
  demoFill: 'Fill in',
  elsewhereTitle: 'Signed in elsewhere',
  elsewhereText: 'Your account signed in somewhere else. If that was not you, sign in again and change your password.',
  signInAgain: 'Sign in again',
  signOut: 'Sign out',
};
