import type { operator as zh } from '../zh/operator.ts';

export const operator: Record<keyof typeof zh, string> = {
  addTitle: 'Agregar operador',
  tab_contact: 'Contacto',
  operatorName: 'Operador',
  kind: 'Tipo',
  code: 'Código',
  recordNo: 'N.º de registro',
  deptId: 'Departamento',
  area: 'Región',
  validFrom: 'Válido desde',
  validTo: 'Válido hasta',
  state: 'Estado',
  contact: 'Contacto',
  tel: 'Teléfono',
  servicePhone: 'Teléfono de atención',
  email: 'Correo electrónico',
  address: 'Dirección',
  remark: 'Observaciones',
  vehicles: 'Vehículos',
};
