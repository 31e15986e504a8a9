import type { vehiclePicker as zh } from '../zh/vehiclePicker.ts';

export const vehiclePicker: Record<keyof typeof zh, string> = {
  bind: '車両を紐付け',
  title: '車両の紐付け - {{name}}',
  candidates: '選択できる車両',
  associated: '紐付け済み {{count}}',
  associatedList: '紐付け済みの車両',
  findPlate: 'ナンバーで検索',
  filter: '紐付け済みを絞り込み',
  move: '選択を追加',
  remove: '選択を解除',
  pending: '選択中 {{count}}',
  noMatch: '一致する車両はありません',
  nothing: '紐付けられた車両はありません',
  failed: '車両を読み込めませんでした',
  retry: '再試行',
  check: '選択',
  saved: '{{added}}台を追加、{{removed}}台を解除しました',
};
