import type { fleetVehicle as zh } from '../zh/fleetVehicle.ts';

export const fleetVehicle: Record<keyof typeof zh, string> = {
  carNo: 'Matrícula',
  plateColor: 'Color de matrícula',
  deptId: 'Departamento',
  online: 'En línea',
  lastSeenAt: 'Último informe',
  innerNo: 'Número interno',
  vehicleType: 'Tipo de vehículo',
  phone: 'Teléfono del terminal',
  runState: 'Estado operativo',
  driverId: 'Conductor principal',
  contact: 'Persona de contacto',
  contactTel: 'Teléfono de contacto',
  remark: 'Observaciones',
};
