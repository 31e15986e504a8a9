/** Fields of a trigger, by their keys. */
export const eduTrigger = {
  addTitle: '新增 - 触发规则',
  triggerName: '触发名称',
  deptId: '所属部门',
  types: '报警类型',
  times: '报警次数',
  days: '统计天数',
  courseId: '课程',
  dueDays: '学习期限',
  templateId: '短信模板',
  notifyTerminal: '终端语音提醒',
  state: '状态',
} as const;
