import type { media as zh } from '../zh/media.ts';

/** What terminals took: photos, sounds and films. */
export const media: Record<keyof typeof zh, string> = {
  channel: 'Channel {{channel}}',
  save: 'Download {{name}}',
  open: 'Open {{name}} at full size',
};
