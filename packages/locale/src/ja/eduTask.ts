import type { eduTask as zh } from '../zh/eduTask.ts';

export const eduTask: Record<keyof typeof zh, string> = {
  taskTitle: '受講課題',
  driverId: 'ドライバー',
  deptId: '所属企業',
  category: '区分',
  startOn: '開始日',
  endOn: '期限',
  requiredMin: '必要時間',
  learnedMin: '受講時間',
  examScore: '試験点',
  state: '受講状態',
  lastAt: '直近の受講',
  completedAt: '完了日時',
};
