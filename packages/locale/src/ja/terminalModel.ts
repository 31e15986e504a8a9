import type { terminalModel as zh } from '../zh/terminalModel.ts';

export const terminalModel: Record<keyof typeof zh, string> = {
  addTitle: '追加 - 端末モデル',
  maker: 'メーカー',
  model: '型式',
  deptId: '部門',
  utcOffset: '端末の時計のUTC時差',
  headerForm: 'メッセージヘッダー',
  jsatlTable: 'アクティブセーフティ規格',
  textEncoding: '文字コード',
  relay: '燃料・電源遮断のコード',
  lockValue: 'ドア施錠の値（2019年版）',
  remark: '備考',
  terminals: '端末数',
};
