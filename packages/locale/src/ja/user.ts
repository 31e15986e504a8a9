import type { user as zh } from '../zh/user.ts';

export const user: Record<keyof typeof zh, string> = {
  loginName: 'ログイン名',
  userName: '氏名',
  deptId: '所属部門',
  roles: 'ロール',
  mobile: '携帯電話番号',
  email: 'メールアドレス',
  validFrom: '有効期間（開始）',
  validTo: '有効期間（終了）',
  clientType: 'クライアント種別',
  enabled: '有効',
  online: 'オンライン',
  failures: 'ログイン失敗回数',
  lastLoginAt: '最終ログイン',
  lastLoginIp: '最終ログイン IP',
  remark: '備考',
  roleBeyond: '自分がすべての権限を持つロールのみ付与できます',
  codesBeyond: '自分にない権限が {{count}}件含まれています',
};
