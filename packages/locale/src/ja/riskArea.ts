import type { riskArea as zh } from '../zh/riskArea.ts';

export const riskArea: Record<keyof typeof zh, string> = {
  addTitle: '追加 - リスク区域',
  areaName: '区域名',
  deptId: '部門',
  riskLevel: 'リスクレベル',
  state: '状態',
  validFrom: '有効開始',
  validTo: '有効終了',
  ground: '範囲',
  geo: '図形',
  adminCode: '行政区画',
  source: '情報源',
  noticeUrl: '告示のアドレス',
  events: '進入回数',
  noOutline: 'この行政区画の境界データがありません。手動で描いてください',
  draw: '地図に区域を描いてください',
  erase: '図形を消す',
  divisionFailed: '境界を読み込めませんでした',
  empty: 'リスクエリアはありません',
};
