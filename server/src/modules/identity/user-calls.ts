import { CallError, fieldTexts } from '@fleetwarden/contract/errors';
import type { userCalls } from '@fleetwarden/contract/identity/people/routes';
import { passwordProblem } from '@fleetwarden/domain/password';
import { at, type Queryable, sql } from '../../platform/db/database.ts';
import { between, pageOf } from '../../platform/db/list.ts';
import type { Handlers, UserContext } from '../../platform/http/handlers.ts';
import type { Scope, Stored } from '../../platform/resources/read.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';
import type { AdministratorGuard } from './administrators.ts';
import { requireOutranked } from './grants.ts';
import { MAX_PASSWORD_CHARS } from './limits.ts';
import { guardName } from './login.ts';
import type { LoginKey } from './login-key.ts';
import { hashPassword, randomPassword } from './password.ts';
import { PASSWORD_REFUSAL } from './password-change.ts';
import { endSessionsOf } from './session-store.ts';
import type { Sessions } from './sessions.ts';
import { revokeTickets } from './ticket-store.ts';

export type UserCallsDeps = {
  /** Users of one console. */
  readonly store: ResourceStore;
  readonly sessions: Pick<Sessions, 'ended'>;
  readonly administrators: AdministratorGuard;
  readonly key: Pick<LoginKey, 'open'>;
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly now: () => number;
};

/** Actions on users besides editing records. Users outside the scope are reported as not found. */
export function createUserCalls(deps: UserCallsDeps): Handlers<typeof userCalls> {
  const { store, sessions, administrators, key, below, now } = deps;
  const { db } = store;

  /** The users of these ids, locked; throws CallError notFound if one is missing, beyondOwnRights if one outranks the caller. */
  const locked = async (tx: Queryable, ids: readonly string[], { user, note }: UserContext): Promise<Stored[]> => {
    await administrators.lock(tx);
    const wanted = [...new Set(ids.map(Number))];
    const rows = await store.reader.lock(tx, wanted, await below(user.departmentId));
    if (rows.length < wanted.length) throw new CallError('notFound', `users ${ids.join()}`);
    note({ object: rows.map(({ loginName }) => String(loginName)).join(', ') });
    await requireOutranked(tx, { accounts: wanted }, user);
    return rows;
  };
  const endAll = async (tx: Queryable, rows: readonly Stored[], reason: 'kicked' | 'password'): Promise<string[]> => {
    const prefixes: string[] = [];
    for (const { id } of rows) {
      prefixes.push(...(await endSessionsOf(tx, { accountId: id }, reason, now())));
      await revokeTickets(tx, id);
    }
    return prefixes;
  };

  return {
    enableUser: async ({ ids, enabled }, context) => {
      context.note({ object: ids.join(', '), after: { enabled } });
      const { changed, ended } = await db.transaction(async (tx) => {
        const lot = {};
        await administrators.before(tx, lot);
        const rows = (await locked(tx, ids, context)).filter((row) => row['enabled'] !== enabled);
        if (!enabled && rows.some(({ id }) => id === context.user.accountId)) throw new CallError('ownAccount');
        await tx.run(sql`
          update account set enabled = ${enabled}, version = version + 1, updated_at = ${at(now())}
          where id = any(${rows.map(({ id }) => id)})`);
        await administrators.after(tx, lot);
        return { changed: rows.length, ended: enabled ? [] : await endAll(tx, rows, 'kicked') };
      });
      sessions.ended(ended, 'elsewhere');
      context.note({ after: { enabled } });
      return { changed };
    },
    resetPasswd: async ({ id, vPasswd }, context) => {
      const typed = vPasswd === undefined ? undefined : sound(key.open(vPasswd));
      const password = typed ?? randomPassword();
      const hash = await hashPassword(password);
      const ended = await db.transaction(async (tx) => {
        const rows = await locked(tx, [id], context);
        const accountId = Number(id);
        if (accountId === context.user.accountId) throw new CallError('ownAccount');
        await tx.run(sql`
          update account set password_hash = ${hash}, must_change_password = true, password_changed_at = ${at(now())},
                             version = version + 1, updated_at = ${at(now())}
          where id = ${accountId}`);
        return endAll(tx, rows, 'password');
      });
      sessions.ended(ended, 'logout');
      return { password: typed === undefined ? password : null };
    },
    unlockUser: async ({ ids }, context) => {
      const rows = await db.transaction(async (tx) => {
        const rows = await locked(tx, ids, context);
        const names = rows.map(({ loginName }) => guardName(String(loginName)));
        await tx.run(sql`delete from login_failure where name = any(${names})`);
        return rows;
      });
      return { unlocked: rows.length };
    },
    kickUser: async ({ ids }, context) => {
      const ended = await db.transaction(async (tx) => {
        const rows = await locked(tx, ids, context);
        if (rows.some(({ id }) => id === context.user.accountId)) throw new CallError('ownAccount');
        return endAll(tx, rows, 'kicked');
      });
      sessions.ended(ended, 'elsewhere');
      context.note({ after: { ended: ended.length } });
      return { ended: ended.length };
    },
    listLoginLog: async ({ id, ok, startTime, endTime }, { user, page }) => {
      const [row] = await store.reader.byIds(db, [Number(id)], await below(user.departmentId));
      if (!row) throw new CallError('notFound', `user ${id}`);
      const from = sql`
        from login_log l where l.account_id = ${row.id}
        ${ok === undefined ? sql`` : sql`and l.ok = ${ok}`} ${between(sql`l.at`, startTime, endTime)}`;
      const columns = sql`l.id, l.at, l.ok, l.reason, coalesce(l.peer_ip, '') as "peerIp"`;
      const { rows, total } = await pageOf<LoginRow>(db, { columns, from, order: sql`order by l.at desc, l.id desc` }, page);
      return { list: rows, total };
    },
  };
}

type LoginRow = {
  readonly id: number;
  readonly at: number;
  readonly ok: boolean;
  readonly reason: string | null;
  readonly peerIp: string;
};

/** A password set for another user; throws CallError with its weakness. */
function sound(password: string | undefined): string {
  if (password === undefined) throw new CallError('validation', 'password', [{ path: 'vPasswd', key: fieldTexts.invalid }]);
  const problem = passwordProblem(password);
  if (problem) throw new CallError(PASSWORD_REFUSAL[problem]);
  if (password.length > MAX_PASSWORD_CHARS)
    throw new CallError('validation', 'password', [
      { path: 'vPasswd', key: fieldTexts.tooLong, params: { max: MAX_PASSWORD_CHARS } },
    ]);
  return password;
}
