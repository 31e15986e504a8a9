import type { device as zh } from '../zh/device.ts';

export const device: Record<keyof typeof zh, string> = {
  carNo: 'Plate',
  deptId: 'Department',
  phone: 'Terminal phone number',
  terminalNo: 'Terminal ID',
  maker: 'Manufacturer',
  terminalModel: 'Model',
  protocolVersion: 'JT/T 808 version',
  online: 'Online',
  lastAt: 'Last contact',
  registeredAt: 'Registered',
  authenticatedAt: 'Authenticated',
};
