import type { errorLog as zh } from '../zh/errorLog.ts';

export const errorLog: Record<keyof typeof zh, string> = {
  title: 'Error Log',
  open: 'Error Log ({{count}})',
  message: 'Message',
  info: 'Info',
  url: 'URL',
  stack: 'Stack',
  showStack: 'Show stack',
  clearAll: 'Clear All',
  empty: 'No errors',
};
