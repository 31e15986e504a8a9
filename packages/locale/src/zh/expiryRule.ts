/** Whom to remind, and how long before. */
export const expiryRule = {
  kind: '到期类型',
  deptId: '适用部门',
  leadDays: '提前天数',
  repeatDays: '重复间隔（天）',
  state: '状态',
} as const;
