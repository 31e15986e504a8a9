import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { followUpsSchemas } from './schemas.ts';

/** Follow-ups of offline vehicles, and spot checks of online ones. */
export const followUpsCalls = defineRoutes<typeof followUpsSchemas>()({
  updateOffLineMsg: { method: 'POST', path: 'report/updateOffLineMsg', permission: permission.noteOffline, audited: true },
  addOfflineVisit: { method: 'POST', path: 'report/addOfflineVisit', permission: permission.noteOffline, audited: true },
  targOfflineVisitList: {
    method: 'POST',
    path: 'report/targOfflineVisitList',
    permission: permission.noteOffline,
    read: true,
    paged: true,
  },
  fileOfflineStop: { method: 'POST', path: 'report/fileOfflineStop', permission: permission.fileStop, audited: true },
  endOfflineStop: { method: 'POST', path: 'report/endOfflineStop', permission: permission.fileStop, audited: true },
  addSpotCheck: { method: 'POST', path: 'car/addSpotCheck', permission: permission.spotCheck, audited: true },
});
