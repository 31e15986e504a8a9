import type { commandBatch as zh } from '../zh/commandBatch.ts';

export const commandBatch: Record<keyof typeof zh, string> = {
  exportTitle: '一括送信の結果',
  column_plate: 'ナンバー',
  column_dept: '部門',
  column_state: '状態',
  column_result: '結果',
  column_data: 'データ',
  column_sentAt: '送信日時',
  column_answeredAt: '応答日時',
  pending: '未送信',
};
