import { defineRoutes } from '../call.ts';
import type { mediaSchemas } from './schemas.ts';

/** Photos, audio and video that terminals upload. */
export const mediaCalls = defineRoutes<typeof mediaSchemas>()({
  listTaken: { method: 'POST', path: 'multimedia/listTaken', permission: 'signedIn', read: true },
});
