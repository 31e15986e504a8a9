import type { smsTemplate as zh } from '../zh/smsTemplate.ts';

export const smsTemplate: Record<keyof typeof zh, string> = {
  addTitle: 'Agregar plantilla de SMS',
  templateName: 'Nombre de la plantilla',
  accountId: 'Cuenta de SMS',
  kind: 'Uso',
  code: 'Código de plantilla',
  content: 'Texto',
};
