import type { smsRule as zh } from '../zh/smsRule.ts';

export const smsRule: Record<keyof typeof zh, string> = {
  addTitle: 'SMSルールの追加',
  tab_receivers: '車両と受信者',
  tab_limits: '時間帯と上限',
  ruleName: 'ルール名',
  deptId: '所属部門',
  types: 'アラーム種別',
  levels: 'アラームレベル',
  templateId: 'SMSテンプレート',
  state: '状態',
  receivers: '受信者',
  mobiles: '指定番号',
  departments: '対象部門',
  vehicles: '対象車両',
  quietFrom: '通知停止 開始',
  quietTo: '通知停止 終了',
  minGap: '最小間隔',
  dayCap: '番号ごとの日上限',
  onlyUnhandled: '未処理の場合のみ',
  after: '送信までの待ち時間',
  remark: '備考',
};
