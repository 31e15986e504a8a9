/** The dialog of run-time errors. */
export const errorLog = {
  title: '错误日志',
  open: '错误日志（{{count}} 条）',
  message: '信息',
  info: '来源',
  url: '地址',
  stack: '堆栈',
  showStack: '展开堆栈',
  clearAll: '全部清除',
  empty: '暂无错误',
} as const;
