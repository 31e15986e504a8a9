import type { auditArea as zh } from '../zh/auditArea.ts';

export const auditArea: Record<keyof typeof zh, string> = {
  identity: 'Cuentas y acceso',
  settings: 'Configuración de la plataforma',
  audit: 'Auditoría',
  platforms: 'Agentes y plataformas',
  quota: 'Cuotas',
};
