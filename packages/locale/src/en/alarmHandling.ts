import type { alarmHandling as zh } from '../zh/alarmHandling.ts';

export const alarmHandling: Record<keyof typeof zh, string> = {
  title: 'Handle alarms',
  alarms: 'Alarms ({{count}})',
  type: 'Action',
  type1: 'Send a message',
  type5: 'Phone call',
  type6: 'False alarm',
  notes: 'Notes',
  submit: 'Handle alarm',
  submitNext: 'Handle and next',
  keys: 'Shortcuts: 1 message, 5 phone, 6 false alarm, N next, Ctrl+Enter handle and next',
  done: 'Alarm handled',
  already: 'This alarm has already been handled',
  messageFailed: 'Could not handle the alarm',
  submitFailed: 'Could not send the alarm information',
  defaultText: 'Your vehicle currently has {{type}} alarm, please pay attention.',
  claimedBy: 'Not handled, claimed by {{names}}: {{count}}',
  handledMark: 'Handled',
};
