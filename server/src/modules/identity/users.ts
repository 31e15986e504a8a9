import { CallError } from '@fleetwarden/contract/errors';
import { at, json, type Queryable, sql } from '../../platform/db/database.ts';
import type { Change, Refusal } from '../../platform/resources/change.ts';
import type { Actor, Hooks } from '../../platform/resources/resource.ts';
import { lockTreeShared } from '../fleet/index.ts';
import { listGains, requireQuota } from '../quotas/index.ts';
import type { AdministratorGuard } from './administrators.ts';
import { refuseOutranking, rolesBeyond } from './grants.ts';
import { ONLINE_WITHIN_MS } from './limits.ts';
import { hashPassword, randomPassword } from './password.ts';
import { endSessionsOf, openSessionsOf } from './session-store.ts';
import type { Sessions } from './sessions.ts';

export type UserHooksDeps = {
  readonly sessions: Pick<Sessions, 'ended'>;
  readonly administrators: AdministratorGuard;
  /** BUSINESS_TZ: the days by which quotas end. */
  readonly timeZone: string;
  readonly now: () => number;
};

const failuresOf = sql`(select count(*)::integer from login_failure f where f.name = 'user ' || lower(t.login_name))`;
const lastLogin = (column: 'at' | 'peer_ip') => sql`(
  select ${column === 'at' ? sql`l.at` : sql`l.peer_ip`} from login_log l
  where l.account_id = t.id and l.ok order by l.at desc limit 1)`;

/** Hooks of users: permissions to grant, passwords, and sessions that end after changes. */
export function userHooks({ sessions, administrators, timeZone, now }: UserHooksDeps): Hooks {
  const passwords = new WeakMap<Change, string>();
  const ended = new WeakMap<Change, string[]>();
  return {
    computed: {
      enabled: sql`t.enabled`,
      online: sql`exists (
        select from session s where s.account_id = t.id and s.ended_at is null and s.expires_at > now()
          and s.seen_at > now() - ${ONLINE_WITHIN_MS} * interval '1 millisecond')`,
      failures: failuresOf,
      lastLoginAt: lastLogin('at'),
      lastLoginIp: lastLogin('peer_ip'),
    },
    lock: administrators.lock,
    check: async (tx, changes, actor) => {
      await administrators.before(tx, changes);
      await lockTreeShared(tx, changes);
      if (changes.some((change) => change.id === actor.accountId && shutsOut(change, now()))) throw new CallError('ownAccount');
      // sessions are deleted with their account: their holders must be read before
      for (const change of changes) if (change.kind === 'remove') ended.set(change, await openSessionsOf(tx, change.id));
      return [...(await refuseOutranking(tx, 'accounts', changes, actor)), ...(await grantedBeyond(tx, changes, actor))];
    },
    applied: async (tx, changes, _actor, trial) => {
      await administrators.after(tx, changes);
      await requireQuota(tx, listGains(changes), 'users', timeZone);
      const added = changes.filter(({ kind }) => kind === 'add');
      if (!trial) await givePasswords(tx, added);
      await followAnew(tx, added);
      const moved = changes.filter(isMoved);
      if (moved.length > 0) await followAnew(tx, moved);
      for (const change of moved) ended.set(change, await endSessionsOf(tx, { accountId: change.id }, 'kicked', now()));
    },
    told: (change) => ({ password: passwords.get(change) ?? '' }),
    // its holder sees the same as after a sign-in elsewhere
    committed: (changes) =>
      sessions.ended(
        changes.flatMap((change) => ended.get(change) ?? []),
        'elsewhere',
      ),
  };

  /** The first passwords of new accounts. */
  async function givePasswords(tx: Queryable, added: readonly Change[]): Promise<void> {
    const hashes = await Promise.all(
      added.map((change) => {
        const password = randomPassword();
        passwords.set(change, password);
        return hashPassword(password);
      }),
    );
    const rows = added.map(({ id }, index) => ({ id, hash: hashes[index] }));
    await tx.run(sql`
      update account a set password_hash = r.hash, must_change_password = true, password_changed_at = ${at(now())}
      from jsonb_to_recordset(${json(rows)}::jsonb) r (id integer, hash text) where a.id = r.id`);
  }
}

const isMoved = ({ kind, before, after }: Change): boolean =>
  kind === 'edit' && Number(before['deptId']) !== Number(after?.['deptId']);

/** A moved account follows its whole new department; its old follow settings no longer apply. */
async function followAnew(tx: Queryable, moved: readonly Change[]): Promise<void> {
  for (const { id, after } of moved)
    await tx.run(sql`
      insert into follow (account_id, kind, object_id) values (${id}, 'department', ${Number(after?.['deptId'])})
      on conflict do nothing`);
}

/** A change after which the account could not sign in. */
function shutsOut({ kind, after }: Change, now: number): boolean {
  if (kind === 'remove') return true;
  const [from, to] = [after?.['validFrom'] ?? null, after?.['validTo'] ?? null];
  return (from !== null && Number(from) > now) || (to !== null && Number(to) <= now);
}

/** A role can be granted only by users with all of its permissions. */
async function grantedBeyond(tx: Queryable, changes: readonly Change[], actor: Actor): Promise<Refusal[]> {
  const given = changes.map(({ before, after }) => {
    const had = new Set(((before?.['roles'] ?? []) as readonly unknown[]).map(Number));
    return ((after?.['roles'] ?? []) as readonly unknown[]).map(Number).filter((id) => !had.has(id));
  });
  const tooMuch = await rolesBeyond(tx, [...new Set(given.flat())], actor.rights);
  return given.flatMap((ids, index) =>
    ids.some((id) => tooMuch.has(id)) ? [{ at: index, faults: [{ path: 'roles', key: 'user.roleBeyond' }] }] : [],
  );
}
