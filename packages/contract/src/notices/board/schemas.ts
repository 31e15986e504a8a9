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
    summary: 'Publishes draft or revoked notices, each at its scheduled time. Publishes at once if that time is past or not set.',
    data: z.object({ ids: z.array(RecordId).min(1).max(100) }),
    reply: z.object({ published: z.number() }),
  },
  revokeNotice: {
    summary: 'Revokes published notices. Users no longer see them.',
    data: z.object({ ids: z.array(RecordId).min(1).max(100) }),
    reply: z.object({ revoked: z.number() }),
  },
  listReadState: {
    summary:
      'Lists the recipients of a notice and the time when each read it. `read` limits the list to recipients who have, or have not, read it.',
    data: z.object({ noticeId: RecordId, read: z.boolean().optional() }),
    reply: z.object({ list: z.array(NoticeReader), readers: z.number(), reached: z.number() }),
  },
} satisfies Record<string, CallSchemas>;
