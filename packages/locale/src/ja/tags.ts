import type { tags as zh } from '../zh/tags.ts';

export const tags: Record<keyof typeof zh, string> = {
  label: '開いているページ',
  menu: '「{{page}}」のタブ操作',
  refresh: '再読み込み',
  close: '閉じる',
  closeOthers: '他を閉じる',
  closeAll: 'すべて閉じる',
  closePage: '{{page}}を閉じる',
};
