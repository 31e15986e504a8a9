import type { videoState as zh } from '../zh/videoState.ts';

export const videoState: Record<keyof typeof zh, string> = {
  requesting: '端末に要求中',
  waitingStream: '端末が応答しました。映像を待っています',
  waitingKeyFrame: '映像を受信しました。キーフレームを待っています',
  playing: '再生中',
  ended: '停止しました',
  terminalOffline: '車両はオフラインです',
  refused: '端末が拒否しました',
  unsupported: '端末はライブ映像に対応していません',
  noAnswer: '端末が応答しません',
  noStream: '端末から映像が届きません',
  codecNotSupported: '映像コーデックに対応していません。端末をH.264に設定してください',
  timeLimit: '再生時間の上限に達しました',
  notAllowed: 'この車両の映像を見る権限がありません',
  signedOut: 'ログアウトしました',
  tooSlow: 'ネットワークが遅いため再生できません',
  stopping: 'サーバーを再起動しています。しばらくしてからお試しください',
};
