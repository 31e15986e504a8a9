import type { commandBatch as zh } from '../zh/commandBatch.ts';

export const commandBatch: Record<keyof typeof zh, string> = {
  exportTitle: 'Batch results',
  column_plate: 'Plate',
  column_dept: 'Department',
  column_state: 'Status',
  column_result: 'Result',
  column_data: 'Data',
  column_sentAt: 'Sent at',
  column_answeredAt: 'Answered at',
  pending: 'Not sent yet',
};
