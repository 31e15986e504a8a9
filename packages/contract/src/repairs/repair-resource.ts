import { rules } from '@fleetwarden/domain/form-rules';
import { choice, date, decimal, defineResource, flag, instant, integer, link, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

const MAX_ODOMETER_KM = 9_999_999;

/** 维修管理 (620; screen catalogue 7.17). Its state moves by `repair/changeState` alone. */
export const repair = defineResource({
  name: 'repair',
  ...resourceRoutes.repair,
  table: 'repair',
  code: '620',
  can: ['add', 'edit', 'remove', 'export'],
  title: 'repairNo',
  order: { by: 'createdAt', direction: 'desc' },
  scope: { through: 'vehicleId' },
  fields: {
    repairNo: text({ max: 20, computed: true, search: true, list: { width: 110, pinned: true } }),
    vehicleId: link({ to: 'vehicle', shows: 'plate', required: true, search: true, list: { width: 110 } }),
    state: choice('REPAIR_STATE', { computed: true, search: true, list: { width: 90 } }),
    /** Planned for a time that has passed, and not finished. */
    overdue: flag({ computed: true, search: true, list: { width: 80 } }),
    kind: choice('REPAIR_KIND', { required: true, initial: 1, search: true, list: { width: 100 } }),
    fault: choice('REPAIR_FAULT', { required: true, search: true, list: { width: 110 } }),
    description: text({ max: 500, lines: 3, required: true, list: { width: 220, hidden: true } }),
    source: choice('REPAIR_SOURCE', { required: true, initial: 1, list: { width: 90, hidden: true } }),
    reporter: text({ max: 20, list: { width: 100, hidden: true } }),
    tel: text({ rule: rules.phone }),
    place: text({ max: 100 }),
    planAt: instant({ tab: 'work', search: true, list: { width: 160 } }),
    worker: text({ max: 20, tab: 'work', search: true, list: { width: 100 } }),
    workerTel: text({ rule: rules.mobile, tab: 'work' }),
    startAt: instant({ computed: true, tab: 'work', list: { width: 160, hidden: true } }),
    endAt: instant({ computed: true, tab: 'work', list: { width: 160, hidden: true } }),
    result: choice('REPAIR_RESULT', { tab: 'work', list: { width: 90 } }),
    /** A part a line: its name, the old number, the new one, the price. */
    parts: text({ max: 1000, lines: 4, tab: 'work' }),
    cost: decimal({ min: 0, max: 999_999.99, digits: 2, tab: 'work', list: { width: 100 } }),
    /** The odometer at the repair. */
    odometerKm: decimal({ min: 0, max: MAX_ODOMETER_KM, digits: 1, tab: 'work', list: { width: 120, hidden: true } }),
    nextKm: decimal({ min: 0, max: MAX_ODOMETER_KM, digits: 1, tab: 'work', list: { width: 120, hidden: true } }),
    nextOn: date({ tab: 'work', search: true, list: { width: 120, hidden: true } }),
    remark: text({ max: 200, lines: 3, tab: 'work', list: { width: 160, hidden: true } }),
    score: integer({ min: 1, max: 5, tab: 'work', list: { width: 80, hidden: true } }),
  },
});
