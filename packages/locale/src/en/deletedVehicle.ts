import type { deletedVehicle as zh } from '../zh/deletedVehicle.ts';

export const deletedVehicle: Record<keyof typeof zh, string> = {
  carNo: 'Plate',
  plateColor: 'Plate colour',
  deptId: 'Department',
  vin: 'VIN',
  terminalNo: 'Terminal ID',
  phone: 'Terminal phone number',
  deletedAt: 'Deleted at',
  deletedByName: 'Deleted by',
  deleteReason: 'Reason',
  keptUntil: 'Kept until',
};
