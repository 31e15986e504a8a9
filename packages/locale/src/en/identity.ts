import type { identity as zh } from '../zh/identity.ts';

export const identity: Record<keyof typeof zh, string> = {
  elsewhereTitle: 'Signed in elsewhere',
  elsewhereText: 'Your account signed in somewhere else. If that was not you, sign in again and change your password.',
  signInAgain: 'Sign in again',
  signOut: 'Sign out',
};
