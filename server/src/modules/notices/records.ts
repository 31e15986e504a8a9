import { CallError, type FieldFault } from '@fleetwarden/contract/errors';
import type { noticeboardCalls } from '@fleetwarden/contract/notices/board/routes';
import { notice } from '@fleetwarden/contract/notices/notice-resource';
import { z } from 'zod';
import { at, type Db, type Queryable, sql } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Stored } from '../../platform/resources/read.ts';
import type { Hooks, ResourceStore } from '../../platform/resources/resource.ts';
import type { Resources } from '../../platform/resources/resources.ts';
import type { Scopes } from '../identity/index.ts';
import { type Reached, readStateOf } from './store.ts';

/** NOTICE_STATE */
const PUBLISHED = 2;

/** Notifications of consoles. */
type Telling = {
  tellDue(): Promise<void>;
  tell(notices: readonly Reached[]): Promise<void>;
};

export type NoticeRecords = {
  readonly store: ResourceStore;
  /**
   * Publishes records of a department and its descendants at a time (epoch ms), without notifications; throws CallError
   * notFound, and validation if one is already published or would be expired.
   */
  publish(tx: Queryable, ids: readonly number[], departmentId: number, time: number): Promise<readonly Stored[]>;
  readonly handlers: Handlers<typeof noticeboardCalls>;
  /** Announces scheduled notices, each minute. */
  readonly telling: Job<object>;
};

/** Notices as records: written, published, revoked. */
export function createNoticeRecords(deps: {
  readonly db: Db;
  readonly resources: Resources;
  readonly notices: Telling;
  readonly scopes: Scopes;
  readonly now?: () => number;
}): NoticeRecords {
  const { db, resources, notices, scopes, now = Date.now } = deps;
  const store = resources.keep(notice, hooks(notices));
  const { reader } = store;
  const locked = async (tx: Queryable, ids: readonly number[], departmentId: number): Promise<Stored[]> => {
    const wanted = new Set(ids);
    const rows = await reader.lock(tx, [...wanted], await scopes.of(departmentId));
    if (rows.length < wanted.size) throw new CallError('notFound', `notice ${ids.join()}`);
    return rows;
  };
  const titles = (rows: readonly Stored[]) => rows.map(({ noticeTitle }) => noticeTitle).join(', ');

  const publish: NoticeRecords['publish'] = async (tx, ids, departmentId, time) => {
    const rows = await locked(tx, ids, departmentId);
    refuse(rows.flatMap((row) => publishFault(row, time)));
    await tx.run(sql`delete from notice_read where notice_id = any(${rows.map(({ id }) => id)})`);
    for (const row of rows)
      await tx.run(sql`
        update notice set published_at = ${at(publishedAt(row, time))}, revoked_at = null, told_at = null,
          version = version + 1, updated_at = ${at(time)} where id = ${row.id}`);
    return rows;
  };

  return {
    store,
    publish,
    handlers: {
      publishNotice: async ({ ids }, { user, note }) => {
        note({ object: `notice ${ids.join(', ')}` });
        const rows = await db.transaction((tx) => publish(tx, ids.map(Number), user.departmentId, now()));
        note({ object: titles(rows) });
        await notices.tellDue();
        return { published: rows.length };
      },
      revokeNotice: async ({ ids }, { user, note }) => {
        note({ object: `notice ${ids.join(', ')}` });
        const rows = await db.transaction(async (tx) => {
          const rows = await locked(tx, ids.map(Number), user.departmentId);
          refuse(rows.flatMap(({ state }) => (state === PUBLISHED ? [] : [{ path: 'ids', key: 'notice.notPublished' }])));
          await tx.run(sql`
            update notice set revoked_at = ${at(now())}, version = version + 1, updated_at = ${at(now())}
            where id = any(${rows.map(({ id }) => id)})`);
          return rows;
        });
        note({ object: titles(rows) });
        await notices.tell(rows.map(reached));
        return { revoked: rows.length };
      },
      listReadState: async ({ noticeId, read }, { user, page }) => {
        const [row] = await reader.byIds(db, [Number(noticeId)], await scopes.of(user.departmentId));
        if (!row) throw new CallError('notFound', `notice ${noticeId}`);
        const departments = await scopes.of(Number(row['deptId']));
        const { rows, ...counts } = await readStateOf(db, row.id, departments, read, page);
        return {
          ...counts,
          list: rows.map(({ id, user_name, login_name, dept_name, read_at }) => ({
            accountId: String(id),
            userName: user_name,
            loginName: login_name,
            deptName: dept_name,
            readAt: read_at,
          })),
        };
      },
    },
    telling: { kind: 'notice.tell', lane: 'cron', payload: z.object({}), run: () => notices.tellDue() },
  };
}

const reached = (row: Stored) => ({ id: row.id, department_id: Number(row['deptId']), account_id: null });

/** Publication time: the scheduled one if it is in the future, else now. */
const publishedAt = ({ publishAt }: Stored, now: number): number => Math.max(Number(publishAt ?? 0), now);

function publishFault(row: Stored, now: number): FieldFault[] {
  if (row['state'] === PUBLISHED) return [{ path: 'ids', key: 'notice.isPublished' }];
  const over = row['expireAt'] !== null && Number(row['expireAt']) <= publishedAt(row, now);
  return over ? [{ path: 'ids', key: 'notice.isOver' }] : [];
}

function refuse([first]: readonly FieldFault[]): void {
  if (first) throw new CallError('validation', first.key, [first]);
}

const hooks = (notices: Pick<Telling, 'tell'>): Hooks => ({
  computed: {
    state: sql`(case when t.revoked_at is not null then 3 when t.published_at is null then 1 else 2 end)`,
    publishedAt: sql`t.published_at`,
    reads: sql`(select count(*) from notice_read r where r.notice_id = t.id)`,
  },
  // published notices are immutable
  check: async (_tx, changes) =>
    changes.flatMap(({ kind, before }, index) =>
      kind === 'edit' && before['state'] === PUBLISHED
        ? [{ at: index, faults: [{ path: 'noticeTitle', key: 'notice.isPublished' }] }]
        : [],
    ),
  committed: (changes) => {
    const gone = changes.flatMap(({ kind, before }) =>
      kind === 'remove' && before['state'] === PUBLISHED ? [reached(before)] : [],
    );
    // consoles that miss the message poll within minutes
    void notices.tell(gone).catch(() => undefined);
  },
});
