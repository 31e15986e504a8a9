import { z } from 'zod';
import type { CallSchemas } from '../call.ts';

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

export const noticesSchemas = {
  listByUserIdAndDeptId: {
    summary: 'Lists published notices for the caller, newest first, at most 200. Ids other than the caller’s own are refused.',
    data: z.object({ userId: id.optional(), deptId: id.optional() }),
    reply: z.object({ list: z.array(Notice) }),
  },
  read: { summary: 'Marks a notice as read.', data: z.object({ noticeId: id }), reply: z.object({}) },
} satisfies Record<string, CallSchemas>;
