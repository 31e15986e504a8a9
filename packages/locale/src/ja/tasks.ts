import type { tasks as zh } from '../zh/tasks.ts';

export const tasks: Record<keyof typeof zh, string> = {
  title: 'タスク',
  underWay: 'タスク、{{count}}件実行中',
  queued: '待機中',
  running: '実行中',
  done: '完了',
  failed: '失敗',
  cancelled: 'キャンセル済み',
  progress: '{{title}}：進捗',
  count: '{{total}}件中{{done}}件',
  countOnly: '{{done}}件処理済み',
  cancel: 'キャンセル',
  cancelOf: 'キャンセル：{{title}}',
  openFile: 'ファイルを開く',
  openFileOf: 'ファイルを開く：{{title}}',
  finished: '{{title}}：完了しました',
  failedWith: '{{title}}：{{error}}',
  interrupted: 'サーバーの再起動により中断されました。もう一度実行してください。',
  reportsRebuild: '{{from}}～{{to}}を再集計',
};
