/** Names of the areas of the operation log, by their key. */
export const auditArea = {
  identity: '账号与登录',
  settings: '平台设置',
  audit: '审计',
  notice: '公告',
  expiry: '到期提醒',
  repair: '维修',
  install: '终端安装',
  vehicles: '车辆',
  user: '用户管理',
  userSF: '用户管理（SF版）',
  role: '角色管理',
  roleSF: '角色管理（SF版）',
  platforms: '代理商与平台',
  quota: '配额',
  commands: '终端指令',
  messages: '文本消息',
} as const;
