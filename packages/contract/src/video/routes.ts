import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { videoSchemas } from './schemas.ts';

/** Live video. The pictures come over a socket: see live-video.ts. */
export const videoCalls = defineRoutes<typeof videoSchemas>()({
  realtime: { method: 'POST', path: 'video/realtime', permission: permission.liveVideo },
  listChannel: { method: 'POST', path: 'video/listChannel', permission: permission.liveVideo, read: true },
  listView: {
    method: 'POST',
    path: 'video/listView',
    permission: [permission.liveVideo, permission.viewOperationLog],
    read: true,
    paged: true,
  },
});
