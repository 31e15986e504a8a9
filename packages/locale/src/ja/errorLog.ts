import type { errorLog as zh } from '../zh/errorLog.ts';

export const errorLog: Record<keyof typeof zh, string> = {
  title: 'エラーログ',
  open: 'エラーログ（{{count}}件）',
  message: 'メッセージ',
  info: '情報',
  url: 'URL',
  stack: 'スタック',
  showStack: 'スタックを表示',
  clearAll: 'すべて消去',
  empty: 'エラーはありません',
};
