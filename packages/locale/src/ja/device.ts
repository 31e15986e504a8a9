import type { device as zh } from '../zh/device.ts';

export const device: Record<keyof typeof zh, string> = {
  carNo: '車両番号',
  deptId: '部門',
  phone: '端末電話番号',
  terminalNo: '端末 ID',
  maker: 'メーカー',
  terminalModel: '型式',
  protocolVersion: '808バージョン',
  online: 'オンライン',
  lastAt: '最終通信',
  registeredAt: '登録日時',
  authenticatedAt: '認証日時',
};
