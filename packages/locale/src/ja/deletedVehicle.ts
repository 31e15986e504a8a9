import type { deletedVehicle as zh } from '../zh/deletedVehicle.ts';

export const deletedVehicle: Record<keyof typeof zh, string> = {
  carNo: 'ナンバープレート',
  plateColor: 'プレートの色',
  deptId: '所属部署',
  vin: '車台番号',
  terminalNo: '端末ID',
  phone: '端末の電話番号',
  deletedAt: '削除日時',
  deletedByName: '削除者',
  deleteReason: '削除理由',
  keptUntil: '保存期限',
};
