import { CallError } from '@fleetwarden/contract/errors';
import { withAncestors } from '@fleetwarden/contract/permission-tree';
import { offeredPermissions } from '@fleetwarden/contract/planned-permissions';
import { type Queryable, sql } from '../../platform/db/database.ts';

/** Whether an account keeps every permission: enabled, in a top department, without an end. */
async function hasAdministrator(tx: Queryable): Promise<boolean> {
  const holders = await tx.query<{ roles: number[] }>(sql`
    select distinct array(
      select h.role_id from account_role h join role r on r.id = h.role_id
      where h.account_id = a.id and r.enabled order by h.role_id) as roles
    from account a join department d on d.id = a.department_id
    where a.enabled and a.expires_at is null and (a.valid_from is null or a.valid_from <= now()) and d.parent_id is null`);
  const ids = [...new Set(holders.flatMap(({ roles }) => roles))];
  const rows = await tx.query<{ id: number; codes: string[] }>(sql`select id, codes from role where id = any(${ids})`);
  const codesOf = new Map(rows.map(({ id, codes }) => [id, codes]));
  return holders.some(({ roles }) => holdsAll(roles.flatMap((id) => codesOf.get(id) ?? [])));
}

const holdsAll = (codes: readonly string[]): boolean => {
  const held = withAncestors(codes);
  return offeredPermissions.every(({ code }) => held.has(code));
};

export type AdministratorGuard = {
  /** One change of accounts or roles at a time: two at once could each leave the other as the last. */
  lock(tx: Queryable): Promise<void>;
  /** In a transaction, before anything is written. Locks, too. */
  before(tx: Queryable, change: object): Promise<void>;
  /** Call it after the change: throws CallError lastAdministrator if it left no account with every permission. */
  after(tx: Queryable, change: object): Promise<void>;
};

/** Protects the last account that can grant every permission. */
export function createAdministratorGuard(): AdministratorGuard {
  const withoutAdministrator = new WeakSet<object>();
  const lock = async (tx: Queryable): Promise<void> => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('administrators'))`);
  };
  return {
    lock,
    before: async (tx, change) => {
      await lock(tx);
      if (!(await hasAdministrator(tx))) withoutAdministrator.add(change);
    },
    after: async (tx, change) => {
      if (!withoutAdministrator.has(change) && !(await hasAdministrator(tx))) throw new CallError('lastAdministrator');
    },
  };
}
