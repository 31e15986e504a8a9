import { z } from 'zod';
import { defineCalls } from '../../call.ts';
import { permission } from '../../permissions.ts';
import { RecordId } from '../../values/record-id.ts';

/** Somebody a notice reaches; `readAt` epoch ms, null: not yet. */
export const NoticeReader = z.object({
  accountId: z.string(),
  userName: z.string(),
  loginName: z.string(),
  deptName: z.string(),
  readAt: z.number().nullable(),
});
export type NoticeReader = z.infer<typeof NoticeReader>;

/** What is done with a notice beyond writing it. */
export const noticeboardCalls = defineCalls({
  publishNotice: {
    method: 'POST',
    path: 'notice/publishNotice',
    permission: permission.publishNotices,
    audited: true,
    summary: 'Publishes notices that are drafts or were revoked: at the time each names, or at once where that is past or none.',
    data: z.object({ ids: z.array(RecordId).min(1).max(100) }),
    reply: z.object({ published: z.number() }),
  },
  revokeNotice: {
    method: 'POST',
    path: 'notice/revokeNotice',
    permission: permission.revokeNotices,
    audited: true,
    summary: 'Takes published notices back: nobody sees them any more.',
    data: z.object({ ids: z.array(RecordId).min(1).max(100) }),
    reply: z.object({ revoked: z.number() }),
  },
  listReadState: {
    method: 'POST',
    path: 'notice/listReadState',
    permission: permission.noticeReaders,
    read: true,
    paged: true,
    summary: 'Whom a notice reaches, and who of them has read it when; `read` narrows it to those who have, or have not.',
    data: z.object({ noticeId: RecordId, read: z.boolean().optional() }),
    reply: z.object({ list: z.array(NoticeReader), readers: z.number(), reached: z.number() }),
  },
});
