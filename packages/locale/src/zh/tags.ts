/** Open pages: the bar of tags. */
export const tags = {
  label: '已打开的页面',
  menu: '“{{page}}”的标签操作',
  refresh: '刷新',
  close: '关闭',
  closeOthers: '关闭其他',
  closeAll: '关闭全部',
  closePage: '关闭{{page}}',
} as const;
