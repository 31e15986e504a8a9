import type { deletedVehicle as zh } from '../zh/deletedVehicle.ts';

export const deletedVehicle: Record<keyof typeof zh, string> = {
  carNo: 'Matrícula',
  plateColor: 'Color de matrícula',
  deptId: 'Departamento',
  vin: 'Número de bastidor (VIN)',
  terminalNo: 'ID del terminal',
  phone: 'Teléfono del terminal',
  deletedAt: 'Eliminado el',
  deletedByName: 'Eliminado por',
  deleteReason: 'Motivo',
  keptUntil: 'Se conserva hasta',
};
