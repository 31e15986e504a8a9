import type { auditArea as zh } from '../zh/auditArea.ts';

export const auditArea: Record<keyof typeof zh, string> = {
  identity: 'Cuentas y acceso',
  settings: 'Configuración de la plataforma',
  audit: 'Auditoría',
  notice: 'Comunicados',
  expiry: 'Avisos de vencimiento',
  repair: 'Reparaciones',
  install: 'Instalaciones',
  vehicles: 'Vehículos',
  user: 'Usuarios',
  userSF: 'Usuarios (edición SF)',
  role: 'Roles',
  roleSF: 'Roles (edición SF)',
  platforms: 'Agentes y plataformas',
  quota: 'Cuotas',
  tracks: 'Recorridos',
  regions: 'Búsqueda por área y conexiones',
  commands: 'Comandos a terminales',
  areas: 'Zonas y geocercas',
  messages: 'Mensajes de texto',
  details: 'Ficha del vehículo',
};
