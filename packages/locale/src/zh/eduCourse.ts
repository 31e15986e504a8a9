/** Fields of a course, by their keys. */
export const eduCourse = {
  addTitle: '新增 - 课程',
  courseTitle: '课程名称',
  deptId: '所属部门',
  kind: '课程形式',
  subject: '课程主题',
  minutes: '时长',
  trades: '适用行业',
  pass: '合格线',
  fileName: '课件',
  coverName: '封面',
  questions: '题目数',
  state: '状态',
  content: '正文',
} as const;
