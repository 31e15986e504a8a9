import type { videoUpload as zh } from '../zh/videoUpload.ts';

export const videoUpload: Record<keyof typeof zh, string> = {
  queued: '待機中',
  uploading: 'アップロード中',
  paused: '一時停止',
  done: '完了',
  failed: '失敗',
  cancelled: 'キャンセル済み',
  terminalOffline: '車両はオフラインです。オンラインになると開始します',
  refused: '端末が拒否しました',
  unsupported: '端末は録画のアップロードに対応していません',
  noAnswer: '端末の応答がありません',
  terminalFailed: '端末が失敗を報告しました',
  interrupted: 'アップロードが中断されました',
  tooLarge: 'ファイルが大きすぎます',
  diskFull: 'サーバーのディスク容量が不足しています',
  expired: '24時間以内に完了しませんでした',
};
