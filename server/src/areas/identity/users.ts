import { CallError } from '@fleetwarden/contract/errors';
import { at, type Queryable, sql } from '../../platform/db/database.ts';
import type { Actor, Hooks } from '../../platform/resources/resource.ts';
import type { Change, Refusal } from '../../platform/resources/write.ts';
import { gainersOf, keepTree, requireQuota } from '../fleet/index.ts';
import type { AdministratorGuard } from './administrators.ts';
import { rolesBeyond } from './grants.ts';
import { ONLINE_WITHIN_MS } from './limits.ts';
import { hashPassword, randomPassword } from './password.ts';
import { endSessionsOf } from './session-store.ts';
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

/** What is irregular of users: what one may grant, passwords, and sessions that end with what made them. */
export function userHooks({ sessions, administrators, timeZone, now }: UserHooksDeps): Hooks {
  const passwords = new WeakMap<Change, string>();
  const ended = new WeakMap<readonly Change[], string[]>();
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
    check: async (tx, changes, actor) => {
      await administrators.before(tx, changes);
      await keepTree(tx, changes);
      if (changes.some((change) => change.id === actor.accountId && shutsOut(change, now()))) throw new CallError('ownAccount');
      return grantedBeyond(tx, changes, actor);
    },
    applied: async (tx, changes) => {
      await administrators.after(tx, changes);
      await requireQuota(tx, gainersOf(changes), 'users', timeZone);
      for (const change of changes) if (change.kind === 'add') passwords.set(change, await enter(tx, change));
      const moved = changes.filter(isMoved);
      if (moved.length > 0) await followAnew(tx, moved);
      const ends = changes.filter((change) => change.kind === 'remove' || isMoved(change));
      const prefixes: string[] = [];
      for (const { id } of ends) prefixes.push(...(await endSessionsOf(tx, { accountId: id }, 'kicked', now())));
      ended.set(changes, prefixes);
    },
    told: (change) => ({ password: passwords.get(change) ?? '' }),
    // for whoever holds it this is the same as a sign-in elsewhere
    committed: (changes) => sessions.ended(ended.get(changes) ?? [], 'elsewhere'),
  };

  /** The first password of a new account, which follows its whole department. */
  async function enter(tx: Queryable, { id, after }: Change): Promise<string> {
    const password = randomPassword();
    await tx.run(sql`
      update account set password_hash = ${await hashPassword(password)}, must_change_password = true,
                         password_changed_at = ${at(now())} where id = ${id}`);
    await tx.run(sql`
      insert into follow (account_id, kind, object_id) values (${id}, 'department', ${Number(after?.['deptId'])})`);
    return password;
  }
}

const isMoved = ({ kind, before, after }: Change): boolean =>
  kind === 'edit' && Number(before['deptId']) !== Number(after?.['deptId']);

/** What was followed lies outside of where the account is now, or beside it: it follows its new department. */
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

/** Roles are given by those who hold every permission in them. */
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
