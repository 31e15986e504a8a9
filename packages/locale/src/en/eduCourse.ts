import type { eduCourse as zh } from '../zh/eduCourse.ts';

export const eduCourse: Record<keyof typeof zh, string> = {
  addTitle: 'Add course',
  courseTitle: 'Course',
  deptId: 'Department',
  kind: 'Type',
  subject: 'Subject',
  minutes: 'Duration',
  trades: 'Industries',
  pass: 'Pass mark',
  fileName: 'File',
  coverName: 'Cover',
  questions: 'Questions',
  state: 'Status',
  content: 'Text',
};
