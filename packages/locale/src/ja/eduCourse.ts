import type { eduCourse as zh } from '../zh/eduCourse.ts';

export const eduCourse: Record<keyof typeof zh, string> = {
  addTitle: 'コースの追加',
  courseTitle: 'コース名',
  deptId: '所属部門',
  kind: '形式',
  subject: 'テーマ',
  minutes: '所要時間',
  trades: '対象業種',
  pass: '合格ライン',
  fileName: '教材ファイル',
  coverName: '表紙',
  questions: '問題数',
  state: '状態',
  content: '本文',
};
