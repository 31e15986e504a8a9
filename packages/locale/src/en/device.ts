import type { device as zh } from '../zh/device.ts';

export const device: Record<keyof typeof zh, string> = {
  carNo: 'Plate',
  deptId: 'Department',
  phone: 'Terminal phone no.',
  terminalNo: 'Terminal ID',
  maker: 'Maker',
  terminalModel: 'Model',
  protocolVersion: '808 version',
  online: 'Online',
  lastAt: 'Last heard',
  registeredAt: 'Registered',
  authenticatedAt: 'Authenticated',
};
