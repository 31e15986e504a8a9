import type { eduTrigger as zh } from '../zh/eduTrigger.ts';

export const eduTrigger: Record<keyof typeof zh, string> = {
  addTitle: 'Add trigger',
  triggerName: 'Trigger',
  deptId: 'Department',
  types: 'Alarm types',
  times: 'Alarms',
  days: 'Within',
  courseId: 'Course',
  dueDays: 'Due within',
  templateId: 'SMS template',
  notifyTerminal: 'Read out by the terminal',
  state: 'Status',
};
