/** Batches of commands to terminals: page and export. */
export const commandBatch = {
  exportTitle: '批量下发结果',
  column_plate: '车牌号',
  column_dept: '所属部门',
  column_state: '状态',
  column_result: '结果',
  column_data: '返回数据',
  column_sentAt: '下发时间',
  column_answeredAt: '应答时间',
  pending: '未下发',
} as const;
