import { choice, defineResource, department, instant, text } from '../resources/resource.ts';

/** 已删车辆管理 (609; screen catalogue 7.14): the recycle bin of vehicles, each with the terminal it had. */
export const deletedVehicle = defineResource({
  name: 'deletedVehicle',
  path: 'car',
  noun: 'DeletedCar',
  table: 'vehicle',
  page: '/platform/deletedCarsManagement',
  code: '609',
  can: ['export'],
  title: 'carNo',
  order: { by: 'deletedAt', direction: 'desc' },
  removed: true,
  parts: { terminal: { own: 'vehicle_id', present: 'phone' } },
  fields: {
    carNo: text({ column: 'plate', search: true, list: { width: 120, pinned: true } }),
    plateColor: choice('PLATE_COLOR', { column: 'plate_colour', search: true, list: { width: 100 } }),
    deptId: department({ list: { width: 160 } }),
    vin: text({ search: true, list: { width: 180, hidden: true } }),
    terminalNo: text({ part: 'terminal', search: true, list: { width: 130 } }),
    phone: text({ part: 'terminal', search: true, list: { width: 140 } }),
    deletedAt: instant({ search: true, list: { width: 170 } }),
    deletedByName: text({ computed: true, list: { width: 120 } }),
    deleteReason: text({ list: { width: 200 } }),
    keptUntil: instant({ computed: true, list: { width: 170 } }),
  },
});
