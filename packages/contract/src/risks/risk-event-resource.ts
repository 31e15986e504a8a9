import { choice, date, defineResource, instant, integer, link, text } from '../resources/resource.ts';

/**
 * Vehicles that came into risk areas (screen catalogue 10), one row a vehicle, area and day. Written by the platform; people say what
 * became of it by `epidemic/handleEvent` alone.
 */
export const riskEvent = defineResource({
  name: 'riskEvent',
  path: 'epidemic',
  noun: 'Event',
  table: 'risk_event',
  page: '/epidemic/epidemicReport',
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
    /** Of the business time zone. */
    day: date({ search: true, list: { width: 110, hidden: true } }),
    enterAt: instant({ search: true, list: { width: 150 } }),
    /** Of the last stay of the day; null: it is there. */
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
