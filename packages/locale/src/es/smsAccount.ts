import type { smsAccount as zh } from '../zh/smsAccount.ts';

export const smsAccount: Record<keyof typeof zh, string> = {
  addTitle: 'Agregar cuenta de SMS',
  accountName: 'Nombre de la cuenta',
  provider: 'Proveedor',
  deptId: 'Departamento',
  signName: 'Firma',
  accessKeyId: 'AccessKey ID',
  accessKeySecret: 'AccessKey secret',
  monthCap: 'Límite mensual',
  usedThisMonth: 'Usados este mes',
  state: 'Estado',
  lastError: 'Último error',
  lastErrorAt: 'Hora del último error',
  remark: 'Notas',
};
