import type { eduPlan as zh } from '../zh/eduPlan.ts';

export const eduPlan: Record<keyof typeof zh, string> = {
  addTitle: '計画の追加',
  planTitle: '計画名',
  deptId: '所属部門',
  category: '区分',
  startOn: '開始日',
  endOn: '期限',
  hours: '必要時限',
  passScore: '合格点',
  remindDays: '事前通知',
  courses: 'コース',
  departments: '対象グループ',
  templateId: 'SMSテンプレート',
  tasks: '対象人数',
  completed: '完了人数',
  publishedAt: '公開日時',
  remark: '備考',
};
