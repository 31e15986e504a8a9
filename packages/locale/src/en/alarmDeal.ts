import type { alarmDeal as zh } from '../zh/alarmDeal.ts';

export const alarmDeal: Record<keyof typeof zh, string> = {
  title: 'Handle alarms',
  alarms: 'Alarms ({{count}})',
  type: 'How',
  type1: 'Send a message',
  type5: 'By phone',
  type6: 'Confirm false alarm',
  notes: 'Notes',
  submit: 'Submit',
  submitNext: 'Handle and next',
  keys: 'Keys: 1 message, 5 phone, 6 false alarm, N next, Ctrl+Enter handle and next',
  done: 'Alarm handled!',
  already: 'This has been handled already!',
  messageFailed: 'The alarm could not be handled!',
  submitFailed: 'The alarm information could not be sent!',
  defaultText: 'Your vehicle currently has {{type}} alarm, please pay attention',
  handledMark: 'Handled',
};
