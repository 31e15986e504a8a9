import type { viewKind as zh } from '../zh/viewKind.ts';

export const viewKind: Record<keyof typeof zh, string> = {
  live: 'Live video',
  talk: 'Talk',
  broadcast: 'Broadcast',
  replay: 'Recording on the terminal',
  record: 'Recording on the server',
  file: 'Video file',
  download: 'Download',
};
