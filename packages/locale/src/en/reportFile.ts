import type { reportFile as zh } from '../zh/reportFile.ts';

/** Texts of report files besides their figures. */
export const reportFile: Record<keyof typeof zh, string> = {
  conditions: 'Filters',
  writtenBy: 'Exported by',
  writtenAt: 'Exported at',
  asOf: 'Data until',
  sums: 'Total',
  chart: 'Chart',
  chartBlank: '(none)',
  empty: 'No rows match these filters',
  count: 'Count',
  all: 'All',
  inAll: 'In all',
};
