import type { vehicle as zh } from '../zh/vehicle.ts';

export const vehicle: Record<keyof typeof zh, string> = {
  carNo: 'Matrícula',
  deptId: 'Departamento',
};
