/** Fields of a question, by their keys. */
export const eduQuestion = {
  addTitle: '新增 - 题目',
  stem: '题干',
  courseId: '所属课程',
  kind: '题型',
  options: '选项（每行一个）',
  answer: '答案',
  score: '分值',
} as const;
