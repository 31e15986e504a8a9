import type { reportFile as zh } from '../zh/reportFile.ts';

/** Texts of report files besides their figures. */
export const reportFile: Record<keyof typeof zh, string> = {
  conditions: 'Condiciones',
  writtenBy: 'Exportado por',
  writtenAt: 'Exportado el',
  asOf: 'Datos hasta',
  sums: 'Total',
  chart: 'Gráfico',
  chartBlank: '(ninguno)',
  empty: 'Ninguna fila cumple los filtros',
  count: 'Cantidad',
  all: 'Todos',
  inAll: 'En total',
};
