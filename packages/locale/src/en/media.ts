import type { media as zh } from '../zh/media.ts';

/** Media of terminals: photos, audio and video. */
export const media: Record<keyof typeof zh, string> = {
  channel: 'Channel {{channel}}',
  save: 'Download {{name}}',
  open: 'Open {{name}} at full size',
};
