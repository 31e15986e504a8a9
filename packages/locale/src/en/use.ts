import type { use as zh } from '../zh/use.ts';

export const use: Record<keyof typeof zh, string> = {
  vehicle: 'Vehicles: {{count}}',
  department: 'Departments below: {{count}}',
  account: 'Users: {{count}}',
  driver: 'Drivers: {{count}}',
  agent: 'Agents: {{count}}',
  company: 'Companies: {{count}}',
  operator: 'Operators: {{count}}',
  platform: 'Platforms: {{count}}',
};
