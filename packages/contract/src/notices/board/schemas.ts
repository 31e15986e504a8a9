import { z } from 'zod';
import type { CallSchemas } from '../../call.ts';
import { RecordId } from '../../values/record-id.ts';

/** A recipient of a notice; `readAt` epoch ms, null: unread. */
export const NoticeReader = z.object({
  accountId: z.string(),
  userName: z.string(),
  loginName: z.string(),
  deptName: z.string(),
  readAt: z.number().nullable(),
});
export type NoticeReader = z.infer<typeof NoticeReader>;

export const noticeboardSchemas = {
  publishNotice: {
    summary: 'Publishes notices that are drafts or were revoked: at the time each names, or at once where that is past or none.',
    data: z.object({ ids: z.array(RecordId).min(1).max(100) }),
    reply: z.object({ published: z.number() }),
  },
  revokeNotice: {
    summary: 'Takes published notices back: nobody sees them any more.',
    data: z.object({ ids: z.array(RecordId).min(1).max(100) }),
    reply: z.object({ revoked: z.number() }),
  },
  listReadState: {
    summary: 'Whom a notice reaches, and who of them has read it when; `read` narrows it to those who have, or have not.',
    data: z.object({ noticeId: RecordId, read: z.boolean().optional() }),
    reply: z.object({ list: z.array(NoticeReader), readers: z.number(), reached: z.number() }),
  },
} satisfies Record<string, CallSchemas>;
