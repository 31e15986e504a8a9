import type { media as zh } from '../zh/media.ts';

/** What terminals took: photos, sounds and films. */
export const media: Record<keyof typeof zh, string> = {
  channel: 'チャンネル{{channel}}',
  save: '{{name}}をダウンロード',
  open: '{{name}}を原寸で開く',
};
