import type { eduPlan as zh } from '../zh/eduPlan.ts';

export const eduPlan: Record<keyof typeof zh, string> = {
  addTitle: 'Add plan',
  planTitle: 'Plan',
  deptId: 'Department',
  category: 'Category',
  startOn: 'From',
  endOn: 'Deadline',
  hours: 'Required class hours',
  passScore: 'Pass score',
  remindDays: 'Remind before',
  courses: 'Courses',
  departments: 'Driver groups',
  templateId: 'SMS template',
  tasks: 'Drivers',
  completed: 'Completed',
  publishedAt: 'Published',
  remark: 'Notes',
};
