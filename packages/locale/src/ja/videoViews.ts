import type { videoViews as zh } from '../zh/videoViews.ts';

export const videoViews: Record<keyof typeof zh, string> = {
  title: '映像の閲覧履歴',
  ofVehicle: '映像の閲覧履歴 - {{plate}}',
  user: 'ユーザー',
  kind: '操作',
  channel: 'チャンネル',
  start: '開始',
  played: '時間',
  bytes: '通信量',
  ip: 'IPアドレス',
  reason: '終了理由',
  now: '進行中',
  never: '未再生',
  empty: '直近31日間の閲覧はありません',
};
