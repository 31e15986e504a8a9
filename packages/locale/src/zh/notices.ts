/** Notice and alarm bells of the top bar. */
export const notices = {
  bell: '通知',
  bellUnread: '通知，{{count}} 条未读',
  list: '通知列表',
  empty: '暂无通知',
  failed: '通知加载失败',
  unread: '未读',
  previous: '上一条',
  next: '下一条',
  first: '当前已是第一条!',
  last: '当前已是最后一条!',
  ordinaryBell: '普通报警，{{count}} 条',
  safetyBell: '主动安全报警，{{count}} 条',
} as const;
