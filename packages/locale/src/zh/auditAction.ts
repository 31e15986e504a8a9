/** Names of audited calls, by their name in the contract. */
export const auditAction = {
  makeInspectPasswd: '生成查验口令',
  exchangeTicket: '换取登录凭证',
  updateUserDetail: '修改个人信息',
  changePasswd: '修改密码',
  endSession: '强制下线',
  getCertificateUrl: '打开入网证明',
  savePlatSetting: '保存平台设置',
  uploadLogo: '上传标志',
  exportOperation: '导出操作日志',
  enableUser: '启用/停用用户',
  resetPasswd: '重置密码',
  unlockUser: '解锁用户',
  kickUser: '强制用户下线',
  copyRole: '复制角色',
  bindUser: '分配角色用户',
} as const;
