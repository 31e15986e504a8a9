import { CallError } from '@fleetwarden/contract/errors';
import { type Queryable, sql } from '../../platform/db/database.ts';

/** Pages an administrator of people needs: users and roles. */
const [USERS, ROLES] = ['604', '606'];

/** Whether an account `a` has a page by enabled roles; a button includes its page. */
const holds = (page: string) => sql`exists (
  select from account_role h join role r on r.id = h.role_id, unnest(r.codes) code
  where h.account_id = a.id and r.enabled and code like ${`${page}%`})`;

/** Accounts that may sign in and keep both users and roles. */
async function countAdministrators(tx: Queryable): Promise<number> {
  const row = await tx.first<{ count: number }>(sql`
    select count(*)::integer as count from account a
    where a.enabled and (a.expires_at is null or a.expires_at > now()) and (a.valid_from is null or a.valid_from <= now())
      and ${holds(USERS!)} and ${holds(ROLES!)}`);
  return row!.count;
}

export type AdministratorGuard = {
  /** In a transaction, before anything is written. */
  before(tx: Queryable, change: object): Promise<void>;
  /** Call it after the change: throws CallError lastAdministrator without an account that manages users and roles. */
  after(tx: Queryable, change: object): Promise<void>;
};

/** Protects the last account that can grant permissions from losing its own. */
export function createAdministratorGuard(): AdministratorGuard {
  const nobody = new WeakSet<object>();
  return {
    before: async (tx, change) => {
      // two at once could each leave the other as the last
      await tx.query(sql`select pg_advisory_xact_lock(hashtext('administrators'))`);
      if ((await countAdministrators(tx)) === 0) nobody.add(change);
    },
    after: async (tx, change) => {
      if (!nobody.has(change) && (await countAdministrators(tx)) === 0) throw new CallError('lastAdministrator');
    },
  };
}
