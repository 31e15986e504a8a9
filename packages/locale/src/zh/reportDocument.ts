/** Documents of reports: what they, their sections and the sheets of their workbooks are called, and what they say besides figures. */
export const reportDocument = {
  indicator: '指标',
  thisPeriod: '本期',
  periodBefore: '上期',
  change: '变化',
  nothing: '无记录',
  further: '另有未列出的条数',
  period: '报告周期',
  madeAt: '生成时间',
} as const;
