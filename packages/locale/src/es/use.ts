import type { use as zh } from '../zh/use.ts';

export const use: Record<keyof typeof zh, string> = {
  vehicle: 'Vehículos: {{count}}',
  department: 'Departamentos inferiores: {{count}}',
  account: 'Usuarios: {{count}}',
  driver: 'Conductores: {{count}}',
  agent: 'Agentes: {{count}}',
  company: 'Empresas: {{count}}',
  operator: 'Operadores: {{count}}',
  platform: 'Plataformas: {{count}}',
};
