import type { error as zh } from '../zh/error.ts';

export const error: Record<keyof typeof zh, string> = {
  validation: 'Please check what you entered',
  signature: 'The signature is wrong',
  forbidden: 'You may not do this',
  notFound: 'Not found, or not yours to see',
  noPosition: 'This vehicle has no position yet',
  notSignedIn: 'Your session has ended, please sign in again',
  badCredentials: 'Wrong account or password',
  badCaptcha: 'The captcha is wrong or has expired',
  accountDisabled: 'This account is disabled or has expired',
  inUse: 'In use, cannot be deleted',
  staleVersion: 'Somebody else changed this in the meantime',
  quota: 'The quota is used up',
  terminalOffline: 'The terminal is offline',
  terminalSilent: 'The terminal did not answer',
  terminalRefused: 'The terminal refused',
  terminalUnsupported: "The terminal's protocol version does not support this command",
  tooMany: 'Too many attempts, please wait a moment',
  internal: 'The request failed, please contact your administrator',
  signedInElsewhere: 'Your account signed in somewhere else',
};
