/** Names of the areas of the operation log, by their key. */
export const auditArea = {
  identity: '账号与登录',
  settings: '平台设置',
  audit: '审计',
  vehicles: '车辆',
} as const;
