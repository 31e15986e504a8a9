import type { use as zh } from '../zh/use.ts';

export const use: Record<keyof typeof zh, string> = {
  vehicle: 'Vehicles: {{count}}',
  deletedVehicle: 'Deleted vehicles: {{count}}',
  department: 'Sub-departments: {{count}}',
  account: 'Users: {{count}}',
  driver: 'Drivers: {{count}}',
  role: 'Roles: {{count}}',
  agent: 'Agents: {{count}}',
  company: 'Companies: {{count}}',
  operator: 'Operators: {{count}}',
  platform: 'Platforms: {{count}}',
  notice: 'Notices: {{count}}',
  expiryRule: 'Reminder rules: {{count}}',
  install: 'Installations: {{count}}',
  area: 'Geofences: {{count}}',
  riskArea: 'Risk areas: {{count}}',
  warnScheme: 'Alarm schemes: {{count}}',
  road: 'Roads: {{count}}',
  terminalModel: 'Terminal models: {{count}}',
};
