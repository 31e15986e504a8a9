import type { track as zh } from '../zh/track.ts';

export const track: Record<keyof typeof zh, string> = {
  exportOf: '軌跡のエクスポート：{{plate}}',
  plate: 'ナンバー',
  dept: '部門',
  driver: '運転者',
  status: '状態',
  tooLong: '期間は最大 {{days}}日です',
  tooMany: 'この期間の測位点が {{max}}件を超えています。期間を短くしてください',
  time: '時刻',
  lng: '経度',
  lat: '緯度',
  speed: '速度 ({{speedUnit}})',
  recorder: '運行記録計の速度 ({{speedUnit}})',
  heading: '方位 (°)',
  altitude: '標高 ({{lengthUnit}})',
  mileage: '走行距離 ({{distanceUnit}})',
  acc: 'ACC',
  accOn: 'ACCオン',
  accOff: 'ACCオフ',
  alarms: 'アラーム',
  stop: '停車',
};
