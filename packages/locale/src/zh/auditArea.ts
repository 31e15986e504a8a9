/** Names of the areas of the operation log, by their key. */
export const auditArea = {
  identity: '账号与登录',
  settings: '平台设置',
  audit: '审计',
  user: '用户管理',
  userSF: '用户管理（SF版）',
  role: '角色管理',
  roleSF: '角色管理（SF版）',
} as const;
