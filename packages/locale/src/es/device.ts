import type { device as zh } from '../zh/device.ts';

export const device: Record<keyof typeof zh, string> = {
  carNo: 'Matrícula',
  deptId: 'Departamento',
  phone: 'Teléfono del terminal',
  terminalNo: 'ID del terminal',
  maker: 'Fabricante',
  terminalModel: 'Modelo',
  protocolVersion: 'Versión de 808',
  online: 'En línea',
  lastAt: 'Última comunicación',
  registeredAt: 'Registrado',
  authenticatedAt: 'Autenticado',
};
