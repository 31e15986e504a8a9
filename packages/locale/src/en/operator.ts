import type { operator as zh } from '../zh/operator.ts';

export const operator: Record<keyof typeof zh, string> = {
  addTitle: 'Add operator',
  tab_contact: 'Contact',
  operatorName: 'Operator',
  kind: 'Type',
  code: 'Code',
  recordNo: 'Filing no.',
  deptId: 'Department',
  area: 'Region',
  validFrom: 'Valid from',
  validTo: 'Valid until',
  state: 'Status',
  contact: 'Contact',
  tel: 'Phone',
  servicePhone: 'Service phone',
  email: 'Email',
  address: 'Address',
  remark: 'Notes',
  vehicles: 'Vehicles',
};
