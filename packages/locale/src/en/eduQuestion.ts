import type { eduQuestion as zh } from '../zh/eduQuestion.ts';

export const eduQuestion: Record<keyof typeof zh, string> = {
  addTitle: 'Add question',
  stem: 'Question',
  courseId: 'Course',
  kind: 'Type',
  options: 'Options, one a line',
  answer: 'Answer',
  score: 'Points',
};
