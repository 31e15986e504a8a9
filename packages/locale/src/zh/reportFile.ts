/** Texts of report files besides their figures. */
export const reportFile = {
  conditions: '查询条件',
  writtenBy: '导出人',
  writtenAt: '导出时间',
  asOf: '数据截至',
  sums: '合计',
  chart: '图表',
  chartBlank: '（无）',
  empty: '没有符合条件的数据',
  count: '数量',
  all: '全部',
  inAll: '总数',
} as const;
