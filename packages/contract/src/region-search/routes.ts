import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { regionSearchSchemas } from './schemas.ts';

/** Vehicles by current and past place, and by online and offline times. */
export const regionSearchCalls = defineRoutes<typeof regionSearchSchemas>()({
  regionSearchTarg2: { method: 'POST', path: 'car/regionSearchTarg2', permission: permission.regionSearch, read: true },
  regionsearch: { method: 'POST', path: 'car/regionsearch', permission: permission.regionSearch, read: true },
  qrySelectedTarg: {
    method: 'POST',
    path: 'car/qrySelectedTarg',
    permission: permission.liveMap,
    read: true,
    paged: true,
    // specification 9: 20 for selected targets
    defaultLimit: 20,
  },
  listOnlineLog: {
    method: 'POST',
    path: 'car/listOnlineLog',
    permission: permission.liveMap,
    read: true,
    paged: true,
    defaultLimit: 20,
  },
  exportCarPosition: { method: 'POST', path: 'car/exportCarPosition', permission: permission.exportPositions, audited: true },
});
