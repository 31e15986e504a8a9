import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { mediaSchemas } from './schemas.ts';

/** Photos, audio and video that terminals upload. */
export const mediaCalls = defineRoutes<typeof mediaSchemas>()({
  listTaken: { method: 'POST', path: 'multimedia/listTaken', permission: 'signedIn', read: true },
  listMediaVehicle: { method: 'POST', path: 'multimedia/leftList', permission: permission.viewMedia, read: true, paged: true },
  listMedia: { method: 'POST', path: 'multimedia/details', permission: permission.viewMedia, read: true, paged: true },
  delMedia: { method: 'POST', path: 'multimedia/delMedia', permission: permission.deleteMedia, audited: true },
  packMedia: { method: 'POST', path: 'multimedia/packMedia', permission: permission.exportMedia, audited: true },
});
