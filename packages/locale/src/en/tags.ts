import type { tags as zh } from '../zh/tags.ts';

export const tags: Record<keyof typeof zh, string> = {
  label: 'Open pages',
  menu: 'Actions for {{page}}',
  refresh: 'Refresh',
  close: 'Close',
  closeOthers: 'Close others',
  closeAll: 'Close all',
  closePage: 'Close {{page}}',
};
