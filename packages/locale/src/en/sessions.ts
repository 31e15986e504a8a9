import type { sessions as zh } from '../zh/sessions.ts';

export const sessions: Record<keyof typeof zh, string> = {
  description: 'Who is signed in and where. Users you sign out must sign in again.',
  account: 'Account',
  name: 'Name',
  department: 'Department',
  device: 'Device',
  unknownDevice: 'Unknown device',
  address: 'IP address',
  signedInAt: 'Signed in',
  seenAt: 'Last active',
  state: 'Status',
  open: 'Active',
  ended: 'Ended',
  current: 'Current session',
  endReason: 'End reason',
  confirmOne: 'Sign out {{account}}?',
  confirmMany_one: 'Sign out {{count}} session?',
  confirmMany_other: 'Sign out {{count}} sessions?',
  confirmHint: 'They must sign in again on their next action. Unsubmitted input is lost.',
  done: 'Sessions signed out: {{count}}',
};
