import { choice, date, defineResource, instant, integer, link, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/**
 * Entries of vehicles into risk areas (screen catalogue 10): one row per vehicle, area and day, written by the platform.
 * Users change them only by `epidemic/handleEvent`.
 */
export const riskEvent = defineResource({
  name: 'riskEvent',
  ...resourceRoutes.riskEvent,
  table: 'risk_event',
  code: '1504',
  can: ['export'],
  title: 'areaName',
  order: { by: 'enterAt', direction: 'desc' },
  scope: { through: 'vehicleId' },
  fields: {
    vehicleId: link({ to: 'vehicle', shows: 'carNo', search: true, list: { width: 110, pinned: true } }),
    deptName: text({ max: 50, computed: true, list: { width: 140 } }),
    driverName: text({ max: 40, list: { width: 90 } }),
    driverPhone: text({ max: 20, list: { width: 120 } }),
    areaName: text({ max: 100, search: true, list: { width: 120 } }),
    riskLevel: choice('RISK', { search: true, list: { width: 90 } }),
    /** Business day. */
    day: date({ search: true, list: { width: 110, hidden: true } }),
    enterAt: instant({ search: true, list: { width: 150 } }),
    /** End of the day's last stay; null: still inside. */
    leaveAt: instant({ list: { width: 150 } }),
    /** In it, in all. */
    minutes: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 90 } }),
    state: choice('RISK_STATE', { search: true, list: { width: 100 } }),
    observeDays: integer({ min: 0, max: 60, list: { width: 100, hidden: true } }),
    note: text({ max: 200, list: { width: 180, hidden: true } }),
    handledBy: text({ max: 40, computed: true, list: { width: 110, hidden: true } }),
    handledAt: instant({ list: { width: 160, hidden: true } }),
  },
});
