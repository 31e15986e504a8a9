import type { commandBatch as zh } from '../zh/commandBatch.ts';

export const commandBatch: Record<keyof typeof zh, string> = {
  exportTitle: 'Resultados del lote',
  column_plate: 'Matrícula',
  column_dept: 'Departamento',
  column_state: 'Estado',
  column_result: 'Resultado',
  column_data: 'Datos',
  column_sentAt: 'Enviado',
  column_answeredAt: 'Respondido',
  pending: 'Sin enviar',
};
