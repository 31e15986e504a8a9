import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { noticesSchemas } from './schemas.ts';

export const noticesCalls = defineRoutes<typeof noticesSchemas>()({
  listByUserIdAndDeptId: { method: 'POST', path: 'notice/listByUserIdAndDeptId', permission: permission.readNotices, read: true },
  read: { method: 'GET', path: 'notice/read', permission: permission.readNotices },
});
