import type { operator as zh } from '../zh/operator.ts';

export const operator: Record<keyof typeof zh, string> = {
  tab_contact: 'Contact',
  operatorName: 'Operator',
  kind: 'Kind',
  code: 'Code',
  recordNo: 'Record no.',
  deptId: 'Department',
  area: 'Region',
  validFrom: 'Valid from',
  validTo: 'Valid to',
  state: 'State',
  contact: 'Contact',
  tel: 'Phone',
  servicePhone: 'Service phone',
  email: 'E-mail',
  address: 'Address',
  remark: 'Remarks',
  vehicles: 'Vehicles',
};
