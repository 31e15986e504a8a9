import type { notices as zh } from '../zh/notices.ts';

export const notices: Record<keyof typeof zh, string> = {
  bell: 'お知らせ',
  bellUnread: 'お知らせ、未読{{count}}件',
  list: 'お知らせ一覧',
  empty: 'お知らせはありません',
  failed: 'お知らせを読み込めませんでした',
  unread: '未読',
  previous: '前へ',
  next: '次へ',
  first: '最初のお知らせです!',
  last: '最後のお知らせです!',
  ordinaryBell: '一般アラーム{{count}}件',
  safetyBell: 'アクティブセーフティアラーム{{count}}件',
};
