import { choice, choices, defineResource, department, instant, integer, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** Beyond every count of messages there will be. */
const MANY = Number.MAX_SAFE_INTEGER;

/**
 * 上级平台监控 (610; screen catalogue 7.11): live state of the links to superior platforms, missing settings,
 * and the last connection test.
 */
export const superiorLink = defineResource({
  name: 'superiorLink',
  ...resourceRoutes.superiorLink,
  table: 'superior_platform',
  code: '610',
  can: ['export'],
  title: 'platName',
  order: { by: 'platName', direction: 'asc' },
  fields: {
    platName: text({ column: 'name', max: 30, search: true, list: { width: 180, pinned: true } }),
    mainState: choice('LINK_STATE', { search: true, list: { width: 140 } }),
    mainSince: instant({ list: { width: 150, hidden: true } }),
    mainReason: text({ max: 200, list: { width: 180, hidden: true } }),
    subState: choice('LINK_STATE', { list: { width: 140 } }),
    subSince: instant({ list: { width: 150, hidden: true } }),
    subReason: text({ max: 200, list: { width: 180, hidden: true } }),
    heartbeatAt: instant({ list: { width: 140, hidden: true } }),
    /** Settings that a link still needs. */
    gaps: choices('LINK_GAP', { search: true, list: { width: 220 } }),
    /** The desired state. */
    linkState: choice('LINK', { search: true, list: { width: 120, hidden: true } }),
    standard: choice('PLAT_STANDARD', { search: true, list: { width: 130, hidden: true } }),
    deptId: department({ list: { width: 160, hidden: true } }),
    probeResult: choice('PROBE_RESULT', { search: true, tab: 'test', list: { width: 150 } }),
    probeMs: integer({ min: 0, max: 60_000, unit: 'ms', tab: 'test', list: { width: 90, hidden: true } }),
    probedAt: instant({ tab: 'test', list: { width: 140 } }),
    /** Host and port of the main link. */
    address: text({ max: 260, search: true, tab: 'test', list: { width: 190 } }),
    vehicles: integer({ min: 0, max: 1_000_000, list: { width: 100 } }),
    online: integer({ min: 0, max: 1_000_000, list: { width: 100 } }),
    /** Vehicles with positions delivered there within the last day. */
    uploaded: integer({ min: 0, max: 1_000_000, list: { width: 100 } }),
    /** Greatest lag of any online vehicle: newest position minus last delivered position. */
    delay: integer({ min: 0, max: MANY, unit: 's', tab: 'traffic', list: { width: 100 } }),
    /** Messages out since midnight, UTC+8. */
    sentToday: integer({ min: 0, max: MANY, tab: 'traffic', list: { width: 110 } }),
    sent: integer({ min: 0, max: MANY, tab: 'traffic', list: { width: 100 } }),
    failed: integer({ min: 0, max: MANY, tab: 'traffic', list: { width: 100 } }),
    received: integer({ min: 0, max: MANY, tab: 'traffic', list: { width: 90, hidden: true } }),
    queued: integer({ min: 0, max: MANY, tab: 'traffic', list: { width: 100 } }),
    /** Questions of the last 30 days: received, answered, answered in time. */
    checksAsked: integer({ min: 0, max: MANY, tab: 'asked', list: { width: 90 } }),
    checksAnswered: integer({ min: 0, max: MANY, tab: 'asked', list: { width: 90 } }),
    checksInTime: integer({ min: 0, max: MANY, tab: 'asked', list: { width: 90 } }),
    tasksAsked: integer({ min: 0, max: MANY, tab: 'asked', list: { width: 90 } }),
    tasksAnswered: integer({ min: 0, max: MANY, tab: 'asked', list: { width: 90 } }),
  },
});
