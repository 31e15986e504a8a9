import type { eduTrigger as zh } from '../zh/eduTrigger.ts';

export const eduTrigger: Record<keyof typeof zh, string> = {
  addTitle: '契機の追加',
  triggerName: '契機名',
  deptId: '所属部門',
  types: 'アラーム種別',
  times: '回数',
  days: '対象期間',
  courseId: 'コース',
  dueDays: '受講期限',
  templateId: 'SMSテンプレート',
  notifyTerminal: '端末で読み上げ',
  state: '状態',
};
