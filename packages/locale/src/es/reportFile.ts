import type { reportFile as zh } from '../zh/reportFile.ts';

/** What a file of a report says besides its figures. */
export const reportFile: Record<keyof typeof zh, string> = {
  conditions: 'Condiciones',
  writtenBy: 'Exportado por',
  writtenAt: 'Exportado el',
  asOf: 'Datos hasta',
  sums: 'Total',
  chart: 'Gráfico',
  count: 'Cantidad',
  all: 'Todos',
  inAll: 'En total',
};
