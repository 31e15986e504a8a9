/** Names of the areas of the operation log, by their key. */
export const auditArea = {
  identity: '账号与登录',
  settings: '平台设置',
  audit: '审计',
  platforms: '代理商与平台',
  quota: '配额',
} as const;
