import type { eduTask as zh } from '../zh/eduTask.ts';

export const eduTask: Record<keyof typeof zh, string> = {
  taskTitle: 'Task',
  driverId: 'Driver',
  deptId: 'Company',
  category: 'Category',
  startOn: 'From',
  endOn: 'Deadline',
  requiredMin: 'Required time',
  learnedMin: 'Time learned',
  examScore: 'Exam score',
  state: 'Status',
  lastAt: 'Last learned',
  completedAt: 'Completed',
};
