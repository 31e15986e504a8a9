import type { fleetVehicle as zh } from '../zh/fleetVehicle.ts';

export const fleetVehicle: Record<keyof typeof zh, string> = {
  carNo: 'Plate',
  plateColor: 'Plate colour',
  deptId: 'Department',
  online: 'Online',
  lastSeenAt: 'Last report',
  innerNo: 'Fleet number',
  vehicleType: 'Vehicle type',
  phone: 'Terminal phone number',
  runState: 'Operating state',
  driverId: 'Main driver',
  contact: 'Contact',
  contactTel: 'Contact phone',
  remark: 'Notes',
};
