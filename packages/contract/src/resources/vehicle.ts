import { defineResource, department, text } from '../resource.ts';

/** 车辆管理 (601; screen catalogue 7.3). */
export const vehicle = defineResource({
  name: 'vehicle',
  path: 'car',
  noun: 'Car',
  table: 'vehicle',
  page: '/platform/carInfoManagement',
  code: '601',
  can: [],
  title: 'carNo',
  order: { by: 'createdAt', direction: 'desc' },
  recycled: true,
  fields: {
    carNo: text({ column: 'plate', max: 12, required: true, search: true, list: { width: 120, pinned: true } }),
    deptId: department({ list: { width: 160 } }),
  },
});
