import { defineRoutes } from '../../call.ts';
import type { reportSchedulesSchemas } from './schemas.ts';

/** Scheduled reports. Users have their own; with the permission to edit settings, also those of their department. */
export const reportSchedulesCalls = defineRoutes<typeof reportSchedulesSchemas>()({
  listSchedule: { method: 'POST', path: 'report/listSchedule', permission: 'signedIn', read: true, paged: true },
  saveSchedule: { method: 'POST', path: 'report/saveSchedule', permission: 'signedIn', audited: true },
  pauseSchedule: { method: 'POST', path: 'report/pauseSchedule', permission: 'signedIn', audited: true },
  removeSchedule: { method: 'POST', path: 'report/removeSchedule', permission: 'signedIn', audited: true },
  runSchedule: { method: 'POST', path: 'report/runSchedule', permission: 'signedIn', audited: true },
  listScheduleRun: { method: 'POST', path: 'report/listScheduleRun', permission: 'signedIn', read: true, paged: true },
});
