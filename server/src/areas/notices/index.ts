import { CallError } from '@fleetwarden/contract/errors';
import type { noticesCalls } from '@fleetwarden/contract/notices';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Scopes } from '../identity/index.ts';
import * as store from './store.ts';

export { insertNotice, type NewNotice } from './store.ts';

export type Notices = {
  readonly handlers: Handlers<typeof noticesCalls>;
  /** Enters a notice and tells the consoles it reaches that there is one; resolves to its id. */
  publish(notice: store.NewNotice): Promise<number>;
};

const MOST_NOTICES = 200;
/** Beyond it is no id of the table. */
const MAX_ID = 2 ** 31 - 1;

/** Notices to the people of a department and everything below it. */
export function createNotices(deps: {
  readonly db: Db;
  readonly hub: Hub;
  readonly scopes: Scopes;
  readonly now?: () => number;
}): Notices {
  const { db, hub, scopes, now = Date.now } = deps;
  return {
    handlers: {
      listByUserIdAndDeptId: async ({ userId, deptId }, { user }) => {
        // somebody else's answers like an unknown one
        if (userId !== undefined && Number(userId) !== user.accountId) throw new CallError('notFound', `user ${userId}`);
        if (deptId !== undefined && Number(deptId) !== user.departmentId) throw new CallError('notFound', `department ${deptId}`);
        const rows = await store.noticesOf(db, user, now(), MOST_NOTICES);
        return {
          list: rows.map((row) => ({
            noticeId: String(row.id),
            noticeTitle: row.title,
            noticeContent: row.content,
            updateTime: row.published_at,
            readStatus: row.read ? 1 : 0,
          })),
        };
      },
      read: async ({ noticeId }, { user }) => {
        const id = Number(noticeId);
        if (id > MAX_ID || !(await store.markRead(db, id, user, now()))) throw new CallError('notFound', `notice ${noticeId}`);
        return {};
      },
    },
    publish: async (notice) => {
      const id = await store.insertNotice(db, notice);
      const departments = await scopes.of(notice.departmentId);
      // what it says is asked for by a call, which checks who may read it
      await hub.publish(
        { who: ({ departmentId }) => departments.has(departmentId) },
        { type: 'notice', data: { noticeId: String(id) } },
      );
      return id;
    },
  };
}
