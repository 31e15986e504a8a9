import type { eduQuestion as zh } from '../zh/eduQuestion.ts';

export const eduQuestion: Record<keyof typeof zh, string> = {
  addTitle: '問題の追加',
  stem: '問題文',
  courseId: 'コース',
  kind: '形式',
  options: '選択肢（1行に1つ）',
  answer: '正解',
  score: '配点',
};
