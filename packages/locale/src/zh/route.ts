/** Error pages. */
export const route = {
  pendingTitle: '{{page}}暂未开放',
  pendingHint: '此页面将在后续版本提供',
  back: '返回上一页',
  needs: '打开“{{page}}”需要权限：{{permissions}}。请联系管理员开通。',
} as const;
