import type { auditArea as zh } from '../zh/auditArea.ts';

export const auditArea: Record<keyof typeof zh, string> = {
  identity: 'Accounts and sign-in',
  settings: 'Platform settings',
  audit: 'Audit',
  notice: 'Notices',
  expiry: 'Expiry reminders',
  repair: 'Repairs',
  install: 'Installations',
  vehicles: 'Vehicles',
  user: 'Users',
  userSF: 'Users, SF edition',
  role: 'Roles',
  roleSF: 'Roles, SF edition',
  platforms: 'Agents and platforms',
  quota: 'Quotas',
  tracks: 'Tracks',
  regions: 'Region search and online log',
  commands: 'Terminal commands',
  areas: 'Areas and geofences',
  messages: 'Text messages',
  details: 'Vehicle details',
};
