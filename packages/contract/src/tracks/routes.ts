import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { tracksSchemas } from './schemas.ts';

/** Past positions of vehicles. */
export const tracksCalls = defineRoutes<typeof tracksSchemas>()({
  listTrack: { method: 'POST', path: 'track/listTrack', permission: permission.trackPlayback, read: true },
  listTrackDay: { method: 'POST', path: 'track/listTrackDay', permission: permission.trackPlayback, read: true },
  exportTrack: { method: 'POST', path: 'track/exportTrack', permission: permission.trackPlayback, audited: true },
});
