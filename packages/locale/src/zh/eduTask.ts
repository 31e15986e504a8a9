/** Fields of a learning task, by their keys. */
export const eduTask = {
  taskTitle: '学习任务',
  driverId: '驾驶员',
  deptId: '所属企业',
  category: '培训类别',
  startOn: '开始日期',
  endOn: '截止日期',
  requiredMin: '应学时长',
  learnedMin: '已学时长',
  examScore: '考试成绩',
  state: '学习状态',
  lastAt: '最近学习',
  completedAt: '完成时间',
} as const;
