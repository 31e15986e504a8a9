import type { vehicleAction as zh } from '../zh/vehicleAction.ts';

export const vehicleAction: Record<keyof typeof zh, string> = {
  menu: '{{name}}の操作',
  tracking: '追跡',
  trackingTime: '一時追跡',
  playback: '軌跡再生',
  message: 'メッセージ送信',
  photograph: '撮影',
  listen: 'モニター通話',
  rollCall: '現在位置の照会',
  sendAreas: 'ジオフェンスを送信',
  clearAlarm: 'アラーム解除',
  noAlarmToClear: '解除できるアラームはありません',
  ownerInfo: '車両所有者情報',
  tyres: 'タイヤ空気圧',
  copyPlate: 'ナンバーをコピー',
  followAll: 'すべてフォロー',
  unfollowAll: 'フォローをすべて解除',
  groupMessage: '一斉メッセージ',
  expandOnline: 'オンライン車両をすべて展開',
  exportPositions: '車両位置をエクスポート',
};
