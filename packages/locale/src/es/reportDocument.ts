export const reportDocument = {
  indicator: 'Indicador',
  thisPeriod: 'Este periodo',
  periodBefore: 'Periodo anterior',
  change: 'Variación',
  nothing: 'Sin registros',
  further: 'Filas no incluidas',
  period: 'Periodo',
  madeAt: 'Generado',
} as const;
