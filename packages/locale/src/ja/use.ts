import type { use as zh } from '../zh/use.ts';

export const use: Record<keyof typeof zh, string> = {
  vehicle: '車両{{count}}台',
  deletedVehicle: '削除済み車両{{count}}台',
  department: '下位部門{{count}}件',
  account: 'ユーザー{{count}}名',
  driver: '運転者{{count}}名',
  role: 'ロール{{count}}件',
  agent: '代理店{{count}}件',
  company: '企業{{count}}社',
  operator: '事業者{{count}}件',
  platform: 'プラットフォーム{{count}}件',
  notice: 'お知らせ{{count}}件',
  expiryRule: '期限通知ルール{{count}}件',
  install: '端末取付{{count}}件',
  area: 'ジオフェンス{{count}}件',
  riskArea: 'リスク区域{{count}}件',
  warnScheme: 'アラーム方式{{count}}件',
  road: '道路データ{{count}}件',
  terminalModel: '端末機種{{count}}件',
};
