import type { smsLog as zh } from '../zh/smsLog.ts';

export const smsLog: Record<keyof typeof zh, string> = {
  createdOn: 'Creado',
  deptId: 'Empresa',
  carNo: 'Matrícula',
  driverName: 'Conductor',
  mobile: 'Destinatario',
  kind: 'Origen',
  ruleName: 'Regla',
  templateName: 'Plantilla',
  content: 'Texto',
  segments: 'Segmentos facturados',
  state: 'Estado',
  sentAt: 'Enviado',
  receiptAt: 'Acuse',
  failReason: 'Motivo del fallo',
  messageNo: 'Número de mensaje',
};
