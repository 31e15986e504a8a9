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
  description: 'Restoring brings back the vehicle and its terminal unchanged',
  restoreOne: 'Restore {{name}}?',
  restoreHint: 'Its terminal can register and report immediately.',
  restored: '{{name}} restored',
  clash: 'Cannot be restored. {{what}}',
  purgeOne: 'Delete {{name}} permanently?',
  purgeHint: 'Vehicle and terminal records cannot be restored. Tracks are kept.',
  typePlate: 'Type {{name}} to confirm',
  purged: '{{name}} deleted permanently',
};
