export const reportDocument = {
  indicator: 'Indicator',
  thisPeriod: 'This period',
  periodBefore: 'Period before',
  change: 'Change',
  nothing: 'No records',
  further: 'Further rows not listed',
  period: 'Period',
  madeAt: 'Made at',
} as const;
