import type { alarmHandling as zh } from '../zh/alarmHandling.ts';

export const alarmHandling: Record<keyof typeof zh, string> = {
  title: 'アラーム対応',
  alarms: 'アラーム（{{count}}）',
  type: '対応方法',
  type1: 'メッセージ送信',
  type5: '電話対応',
  type6: '誤報と確認',
  notes: '備考',
  submit: '送信',
  submitNext: '処理して次へ',
  keys: 'キー：1はメッセージ、5は電話、6は誤報、Nは次へ、Ctrl+Enterは処理して次へ',
  done: 'アラームを処理しました',
  already: 'このアラームは処理済みです',
  messageFailed: 'アラームの処理に失敗しました!',
  submitFailed: 'アラーム情報の送信に失敗しました!',
  defaultText: '{{type}}が発生しました。安全運転をお願いします',
  claimedBy: '{{names}}さんが担当中のため未処理：{{count}}件',
  handledMark: '処理済み',
};
