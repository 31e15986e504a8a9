import type { inspection as zh } from '../zh/inspection.ts';

export const inspection: Record<keyof typeof zh, string> = {
  loading: '車両の位置を読み込んでいます',
  follow: '車両に戻る',
  neverTitle: 'この車両はまだ位置を送信していません',
  neverHint: '端末がオンラインになり測位すると自動的に表示されます。',
  failedTitle: '車両の位置を読み込めません',
  staleStrip: '更新できません。最後に確認した位置を表示しています',
  card: '照会中の車両',
  department: '所属部門',
  position: '現在位置',
  makePassword: '照会用パスワード',
  makeTitle: '{{plate}}の照会用パスワードを作成しますか？',
  makeText: '以前のパスワードはすぐに無効になり、それで開いた照会は終了します。',
  make: '作成する',
  cancel: 'キャンセル',
  madeTitle: '{{plate}}の照会用パスワード',
  madeText: '表示は一度だけです。コピーして照会担当者に渡してください。',
  copyPassword: 'パスワードをコピー',
  done: '完了',
};
