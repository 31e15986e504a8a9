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
  description: 'A restored vehicle is as it was, with its terminal',
  restoreOne: 'Restore {{name}}?',
  restoreHint: 'Its terminal can register and report at once.',
  restored: '{{name}} restored',
  clash: 'It cannot be restored. {{what}}',
  purgeOne: 'Delete {{name}} for good?',
  purgeHint: 'The records of vehicle and terminal cannot be restored; its tracks stay.',
  typePlate: 'Type {{name}} to confirm',
  purged: '{{name}} deleted for good',
};
