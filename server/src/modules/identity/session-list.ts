import type { CallData } from '@fleetwarden/contract/call';
import type { identityCalls } from '@fleetwarden/contract/identity/routes';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import { at, type Db, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { between, contains, orderBy, pageOf } from '../../platform/db/list.ts';
import type { SessionList } from './calls.ts';
import { requireOutranked } from './grants.ts';
import type { IdentitySettings } from './identity-settings.ts';
import type { Scope } from './scope.ts';
import { type SignIn, signInColumns } from './session-store.ts';

type Filter = CallData<typeof identityCalls.listSession>;

const ORDER = {
  account: sql`lower(a.login_name)`,
  username: sql`a.user_name`,
  deptName: sql`d.name`,
  peerIp: sql`s.peer_ip`,
  createdAt: sql`s.created_at`,
  seenAt: sql`s.seen_at`,
} satisfies Record<Filter['sort'], Sql>;

/** The sign-ins of a scope's accounts: their list, and ending them. */
export function createSessionList(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  /** Read for every department of a scope: must be cached in memory. */
  readonly settings: Pick<IdentitySettings, 'of'>;
  readonly scopeOf: (departmentId: number) => Promise<Scope>;
  readonly now?: () => number;
}): SessionList {
  const { db, bus, settings, scopeOf, now = Date.now } = deps;
  /** The departments of a caller's scope, each with how long a session of its people may idle. */
  const within = async (departmentId: number): Promise<Within> => {
    const ids = [...(await scopeOf(departmentId))];
    const idleMinutes = await Promise.all(ids.map(async (id) => (await settings.of(id)).sessionMinutes));
    return { ids, idleMinutes };
  };
  return {
    listSession: async (filter, { user, page }) => {
      const { rows, total } = await listed(db, filter, await within(user.departmentId), now(), page);
      return { list: rows.map((row) => ({ ...row, current: row.prefix === user.prefix })), total };
    },
    endSession: async ({ prefixes }, { user, note }) => {
      const departments = await within(user.departmentId);
      const ended = await db.transaction(async (tx) => {
        await requireOutranked(tx, { accounts: await holdersOf(tx, prefixes, departments) }, user);
        return end(tx, prefixes, departments, now());
      });
      // its holder sees the same as after a sign-in elsewhere
      for (const { prefix } of ended) bus.publish('session.ended', { prefix, reason: 'elsewhere' });
      const accounts = [...new Set(ended.map(({ account }) => account))];
      note({ object: accounts.join(', '), after: { asked: prefixes.length, ended: ended.length } });
      return { ended: ended.length };
    },
  };
}

type Within = { readonly ids: readonly number[]; readonly idleMinutes: readonly number[] };

/** The departments of a scope as rows of `w`. */
const rowsOf = ({ ids, idleMinutes }: Within) =>
  sql`unnest(${[...ids]}::integer[], ${[...idleMinutes]}::double precision[]) as w (department_id, idle_minutes)`;

/** A session ends when it was idle too long or expired, even without a logout. */
const overAt = sql`coalesce(s.ended_at, least(s.expires_at, s.seen_at + w.idle_minutes * interval '1 minute'))`;
const isOpen = (now: number) => sql`(s.ended_at is null and ${overAt} > ${at(now)})`;

function listed(
  db: Queryable,
  { account, peerIp, state, startTime, endTime, sort, order }: Filter,
  departments: Within,
  now: number,
  page: { readonly limit: number; readonly offset: number },
) {
  const from = sql`
    from session s join account a on a.id = s.account_id join department d on d.id = a.department_id
      join ${rowsOf(departments)} on w.department_id = a.department_id
    where s.kind = 'user'
    ${contains(sql`a.login_name`, account)}
    ${contains(sql`s.peer_ip`, peerIp)}
    ${state === 'open' ? sql`and ${isOpen(now)}` : state === 'ended' ? sql`and not ${isOpen(now)}` : sql``}
    ${between(sql`s.created_at`, startTime, endTime)}`;
  const columns = sql`
    ${signInColumns}, case when not ${isOpen(now)} then ${overAt} end as "endedAt",
    case when not ${isOpen(now)} then coalesce(s.end_reason, 'expired') end as "endReason"`;
  return pageOf<SignIn>(db, { columns, from, order: orderBy(ORDER[sort], sql`s.prefix`, order) }, page);
}

/** The accounts of the sessions that lie in the scope. */
async function holdersOf(db: Queryable, prefixes: readonly string[], { ids }: Within): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select distinct a.id from session s join account a on a.id = s.account_id
    where s.prefix = any(${[...prefixes]}) and a.department_id = any(${[...ids]})`);
  return rows.map(({ id }) => id);
}

/** Ends those of the sessions that are open and lie in the scope; returns them. */
const end = (db: Queryable, prefixes: readonly string[], departments: Within, now: number) =>
  db.query<{ prefix: string; account: string }>(sql`
    update session s set ended_at = ${at(now)}, end_reason = 'kicked'
    from account a join ${rowsOf(departments)} on w.department_id = a.department_id
    where a.id = s.account_id and s.kind = 'user'
      and s.prefix = any(${[...prefixes]}) and ${isOpen(now)}
    returning s.prefix, a.login_name as account`);
