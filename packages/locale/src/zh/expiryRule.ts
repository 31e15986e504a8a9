/** Recipients and lead time of reminders. */
export const expiryRule = {
  addTitle: '新增 - 提醒规则',
  kind: '到期类型',
  deptId: '适用部门',
  leadDays: '提前天数',
  repeatDays: '重复间隔（天）',
  roles: '接收角色',
  users: '接收用户',
  stopService: '到期停止服务',
  state: '状态',
} as const;
