import { defineRoutes } from '../call.ts';
import type { repairsSchemas } from './schemas.ts';

export const repairsCalls = defineRoutes<typeof repairsSchemas>()({
  changeState: { method: 'POST', path: 'repair/changeState', permission: '62001', audited: true },
  listMove: { method: 'POST', path: 'repair/listMove', permission: '62001', read: true },
});
