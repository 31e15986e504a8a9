export const reportDocument = {
  indicator: '指標',
  thisPeriod: '今期',
  periodBefore: '前期',
  change: '増減',
  nothing: '記録なし',
  further: '未掲載の件数',
  period: '対象期間',
  madeAt: '作成日時',
} as const;
