import { defineRoutes } from '../../call.ts';
import { permission } from '../../permissions.ts';
import type { noticeboardSchemas } from './schemas.ts';

/** Actions on a notice besides editing it. */
export const noticeboardCalls = defineRoutes<typeof noticeboardSchemas>()({
  publishNotice: { method: 'POST', path: 'notice/publishNotice', permission: permission.publishNotices, audited: true },
  revokeNotice: { method: 'POST', path: 'notice/revokeNotice', permission: permission.revokeNotices, audited: true },
  listReadState: { method: 'POST', path: 'notice/listReadState', permission: permission.noticeReaders, read: true, paged: true },
});
