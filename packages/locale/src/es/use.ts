import type { use as zh } from '../zh/use.ts';

export const use: Record<keyof typeof zh, string> = {
  vehicle: 'Vehículos: {{count}}',
  deletedVehicle: 'Vehículos eliminados: {{count}}',
  department: 'Departamentos inferiores: {{count}}',
  account: 'Usuarios: {{count}}',
  driver: 'Conductores: {{count}}',
  role: 'Roles: {{count}}',
  agent: 'Agentes: {{count}}',
  company: 'Empresas: {{count}}',
  operator: 'Operadores: {{count}}',
  platform: 'Plataformas: {{count}}',
  notice: 'Avisos: {{count}}',
  expiryRule: 'Reglas de recordatorio: {{count}}',
  install: 'Instalaciones: {{count}}',
  area: 'Geocercas: {{count}}',
  riskArea: 'Zonas de riesgo: {{count}}',
  warnScheme: 'Esquemas de alarmas: {{count}}',
  road: 'Vías: {{count}}',
  terminalModel: 'Modelos de terminal: {{count}}',
};
