import { choice, date, defineResource, department, instant, integer, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/**
 * 到期提醒 (619; screen catalogue 7.16): dates of records that are due within a year, or overdue. A read-only view:
 * a row disappears when the date in its record changes.
 */
export const expiry = defineResource({
  name: 'expiry',
  ...resourceRoutes.expiry,
  table: 'expiry',
  code: '619',
  can: ['export'],
  title: 'object',
  order: { by: 'dueDate', direction: 'asc' },
  fields: {
    object: text({ max: 50, search: true, list: { width: 140, pinned: true } }),
    kind: choice('EXPIRY_KIND', { required: true, search: true, list: { width: 170 } }),
    deptId: department({ list: { width: 160 } }),
    dueDate: date({ search: true, list: { width: 120 } }),
    /** Days of the business time zone; below 0 once it has expired. */
    daysLeft: integer({ min: -100_000, max: 1_000, list: { width: 190 } }),
    state: choice('EXPIRY_STATE', { required: true, search: true, list: { width: 100 } }),
    remindedAt: instant({ list: { width: 160 } }),
    note: text({ max: 200, list: { width: 180, hidden: true } }),
    handledBy: text({ max: 40, list: { width: 110, hidden: true } }),
    handledAt: instant({ list: { width: 160, hidden: true } }),
  },
});
