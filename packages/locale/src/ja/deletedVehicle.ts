import type { deletedVehicle as zh } from '../zh/deletedVehicle.ts';

export const deletedVehicle: Record<keyof typeof zh, string> = {
  carNo: 'ナンバープレート',
  plateColor: 'プレートの色',
  deptId: '所属部門',
  vin: '車台番号',
  terminalNo: '端末ID',
  phone: '端末の電話番号',
  deletedAt: '削除日時',
  deletedByName: '削除者',
  deleteReason: '削除理由',
  keptUntil: '保存期限',
  description: '復元すると、車両と端末は削除前の状態に戻ります',
  restoreOne: '{{name}}を復元しますか？',
  restoreHint: '端末はすぐに登録と送信ができるようになります。',
  restored: '{{name}}を復元しました',
  clash: '復元できません。{{what}}',
  purgeOne: '{{name}}を完全に削除しますか？',
  purgeHint: '車両と端末の情報は元に戻せません。走行軌跡は残ります。',
  typePlate: '確認のため {{name}}と入力してください',
  purged: '{{name}}を完全に削除しました',
};
