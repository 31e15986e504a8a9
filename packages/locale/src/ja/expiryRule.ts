import type { expiryRule as zh } from '../zh/expiryRule.ts';

export const expiryRule: Record<keyof typeof zh, string> = {
  addTitle: '追加 - 通知ルール',
  kind: '種別',
  deptId: '対象部門',
  leadDays: '事前日数',
  repeatDays: '再通知間隔（日）',
  roles: '通知先ロール',
  users: '通知先ユーザー',
  stopService: '期限後にサービス停止',
  state: '状態',
};
