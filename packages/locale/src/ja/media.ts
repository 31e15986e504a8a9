import type { media as zh } from '../zh/media.ts';

/** Media of terminals: photos, audio and video. */
export const media: Record<keyof typeof zh, string> = {
  channel: 'チャンネル{{channel}}',
  save: '{{name}}をダウンロード',
  open: '{{name}}を原寸で開く',
};
