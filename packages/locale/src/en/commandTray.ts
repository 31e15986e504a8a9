import type { commandTray as zh } from '../zh/commandTray.ts';

export const commandTray: Record<keyof typeof zh, string> = {
  title: 'Commands',
  underWay: 'Commands under way',
  fold: 'Fold commands',
  unfold: 'Unfold commands',
  cancel: 'Cancel',
  resend: 'Send again',
  queued: 'Queued',
  sent: 'Sent, waiting for the answer',
  acknowledged: 'Acknowledged by the terminal',
  answered: 'Answered by the terminal',
  refused: 'Refused by the terminal',
  unsupported: 'Not supported by the terminal',
  offline: 'Terminal offline',
  busy: 'Too many under way',
  timedOut: 'No answer from the terminal',
  cancelled: 'Cancelled',
  failed: 'Could not be sent',
  photos_one: '{{count}} photo taken',
  photos_other: '{{count}} photos taken',
};
