import type { commandTray as zh } from '../zh/commandTray.ts';

export const commandTray: Record<keyof typeof zh, string> = {
  title: 'コマンド',
  underWay: 'コマンド実行中',
  fold: 'コマンドを折りたたむ',
  unfold: 'コマンドを展開',
  cancel: '取り消し',
  resend: '再送信',
  queued: '送信待ち',
  sent: '送信済み、応答待ち',
  acknowledged: '端末が受領しました',
  answered: '端末が回答しました',
  refused: '端末が拒否しました',
  unsupported: '端末が対応していません',
  offline: '端末がオフラインです',
  busy: '実行待ちのコマンドが多すぎます',
  timedOut: '端末から応答がありません',
  cancelled: '取り消し済み',
  failed: '送信できませんでした',
  photos_one: '{{count}}枚撮影しました',
  photos_other: '{{count}}枚撮影しました',
};
