import type { fleetVehicle as zh } from '../zh/fleetVehicle.ts';

export const fleetVehicle: Record<keyof typeof zh, string> = {
  carNo: 'ナンバープレート',
  plateColor: 'プレートの色',
  deptId: '所属部門',
  online: 'オンライン',
  lastSeenAt: '最終受信時刻',
  innerNo: '社内番号',
  vehicleType: '車両種別',
  phone: '端末の電話番号',
  runState: '稼働状態',
  driverId: '主運転者',
  contact: '連絡先担当者',
  contactTel: '連絡先電話番号',
  remark: '備考',
};
