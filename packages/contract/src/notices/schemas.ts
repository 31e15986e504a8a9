import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { permission } from '../permissions.ts';

const id = z.string().regex(/^\d{1,15}$/);

/** readStatus 0 unread, 1 read; updateTime epoch ms. */
export const Notice = z.object({
  noticeId: z.string(),
  noticeTitle: z.string(),
  noticeContent: z.string(),
  updateTime: z.number(),
  readStatus: z.union([z.literal(0), z.literal(1)]),
});
export type Notice = z.infer<typeof Notice>;

export const noticesCalls = defineCalls({
  listByUserIdAndDeptId: {
    method: 'POST',
    path: 'notice/listByUserIdAndDeptId',
    permission: permission.readNotices,
    read: true,
    summary: 'Published notices that reach the caller, newest first, 200 at most. Other ids than the caller’s own are refused.',
    data: z.object({ userId: id.optional(), deptId: id.optional() }),
    reply: z.object({ list: z.array(Notice) }),
  },
  read: {
    method: 'GET',
    path: 'notice/read',
    permission: permission.readNotices,
    summary: 'Marks a notice as read.',
    data: z.object({ noticeId: id }),
    reply: z.object({}),
  },
});
