import { defineRoutes } from '../call.ts';
import type { tasksSchemas } from './schemas.ts';

export const tasksCalls = defineRoutes<typeof tasksSchemas>()({
  listTask: { method: 'POST', path: 'task/listTask', permission: 'signedIn', read: true, paged: true },
  getTask: { method: 'POST', path: 'task/getTask', permission: 'signedIn', read: true },
  cancelTask: { method: 'POST', path: 'task/cancelTask', permission: 'signedIn' },
  retryTask: { method: 'POST', path: 'task/retryTask', permission: 'signedIn', audited: true },
  getTaskFile: { method: 'POST', path: 'task/getTaskFile', permission: 'signedIn', read: true, audited: true },
});
