import { rules } from '@fleetwarden/domain/form-rules';
import { choice, defineResource, department, flag, instant, link, text } from '../resources/resource.ts';

/** 车队车辆管理 (614; screen catalogue 7.4): the same vehicles, with what a fleet's clerk may change of them. */
export const fleetVehicle = defineResource({
  name: 'fleetVehicle',
  path: 'car',
  noun: 'FleetCar',
  table: 'vehicle',
  page: '/platform/carInfoCDManagement',
  code: '614',
  can: ['edit', 'export'],
  title: 'carNo',
  order: { by: 'createdAt', direction: 'desc' },
  recycled: true,
  unmaskCode: '20205',
  uniques: { vehicle_inner_no: ['innerNo', 'deptId'] },
  fields: {
    carNo: text({ column: 'plate', computed: true, search: true, list: { width: 120, pinned: true } }),
    plateColor: choice('PLATE_COLOR', { computed: true, search: true, list: { width: 100 } }),
    deptId: department({ list: { width: 160 }, batch: true }),
    online: flag({ computed: true, search: true, list: { width: 90 } }),
    lastSeenAt: instant({ computed: true, list: { width: 170 } }),
    innerNo: text({ rule: rules.zhLetterDigitLength(1, 20), search: true, list: { width: 110 } }),
    vehicleType: choice('VEHICLE_TYPE', { computed: true, list: { width: 130 } }),
    phone: text({ computed: true, list: { width: 140 } }),
    runState: choice('RUN_STATE', { required: true, search: true, batch: true, list: { width: 100 } }),
    driverId: link({ to: 'driver', shows: 'driverName', list: { width: 110 } }),
    contact: text({ max: 20, list: { width: 110 } }),
    contactTel: text({ rule: rules.phone, masked: 'phone', list: { width: 140 } }),
    remark: text({ max: 200, lines: 3, list: { width: 200, hidden: true } }),
  },
});
