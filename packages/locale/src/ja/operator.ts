import type { operator as zh } from '../zh/operator.ts';

export const operator: Record<keyof typeof zh, string> = {
  addTitle: '追加 - 運営事業者管理',
  tab_contact: '連絡先',
  operatorName: '事業者名',
  kind: '種別',
  code: 'コード',
  recordNo: '届出番号',
  deptId: '所属部門',
  area: 'サービス地域',
  validFrom: '有効期間開始',
  validTo: '有効期限',
  state: '状態',
  contact: '担当者',
  tel: '電話番号',
  servicePhone: 'サポート電話',
  email: 'メールアドレス',
  address: '住所',
  remark: '備考',
  vehicles: '車両数',
};
