import type { sessionEnd as zh } from '../zh/sessionEnd.ts';

export const sessionEnd: Record<keyof typeof zh, string> = {
  logout: 'Signed out',
  elsewhere: 'Signed in elsewhere',
  expired: 'Expired',
  kicked: 'Signed out by an administrator',
  password: 'Password changed',
};
