import type { viewKind as zh } from '../zh/viewKind.ts';

export const viewKind: Record<keyof typeof zh, string> = {
  live: 'ライブ映像',
  talk: '通話',
  broadcast: '一斉放送',
  replay: '端末の録画',
  record: 'サーバーでの録画',
  file: '録画ファイル',
  download: 'ダウンロード',
};
