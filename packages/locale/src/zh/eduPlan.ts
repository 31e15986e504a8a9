/** Fields of a plan, by their keys. */
export const eduPlan = {
  addTitle: '新增 - 培训计划',
  planTitle: '计划名称',
  deptId: '所属部门',
  category: '培训类别',
  startOn: '开始日期',
  endOn: '截止日期',
  hours: '应修学时',
  passScore: '合格分数',
  remindDays: '提前提醒',
  courses: '课程',
  departments: '参训部门',
  templateId: '短信模板',
  tasks: '应参训人数',
  completed: '完成人数',
  publishedAt: '发布时间',
  remark: '备注',
} as const;
