import type { reportFile as zh } from '../zh/reportFile.ts';

/** Texts of report files besides their figures. */
export const reportFile: Record<keyof typeof zh, string> = {
  conditions: '条件',
  writtenBy: '出力者',
  writtenAt: '出力日時',
  asOf: 'データ基準時刻',
  sums: '合計',
  chart: 'グラフ',
  chartBlank: '（なし）',
  empty: '条件に合うデータはありません',
  count: '件数',
  all: 'すべて',
  inAll: '全体の件数',
};
