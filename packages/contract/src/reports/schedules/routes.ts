import { defineRoutes } from '../../call.ts';
import type { reportSchedulesSchemas } from './schemas.ts';

/** Reports by timetable. Everybody has their own; who may edit settings sees, stops and deletes those of their department too. */
export const reportSchedulesCalls = defineRoutes<typeof reportSchedulesSchemas>()({
  listSchedule: { method: 'POST', path: 'report/listSchedule', permission: 'signedIn', read: true, paged: true },
  saveSchedule: { method: 'POST', path: 'report/saveSchedule', permission: 'signedIn', audited: true },
  pauseSchedule: { method: 'POST', path: 'report/pauseSchedule', permission: 'signedIn', audited: true },
  removeSchedule: { method: 'POST', path: 'report/removeSchedule', permission: 'signedIn', audited: true },
  runSchedule: { method: 'POST', path: 'report/runSchedule', permission: 'signedIn', audited: true },
  listScheduleRun: { method: 'POST', path: 'report/listScheduleRun', permission: 'signedIn', read: true, paged: true },
});
