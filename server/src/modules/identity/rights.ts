import { withAncestors } from '@fleetwarden/contract/permission-tree';
import { LRUCache } from 'lru-cache';
import { type Db, sql } from '../../platform/db/database.ts';

/** A role as it is now: `id.xmin`, PostgreSQL's xmin changes with every update of the row. */
export type RoleState = `${number}.${number}`;

export type Rights = {
  /** The codes of these roles with the groups above them; codes unknown to this release are left out. */
  of(roles: readonly RoleState[]): Promise<ReadonlySet<string>>;
};

/** Combinations of roles; installations have some tens. */
const MAX_CACHED = 1_000;

/** The states of an account's enabled roles: a few bytes per call, while their codes are kilobytes. */
export const roleStatesOf = (accountId: ReturnType<typeof sql>) => sql`array(
  select r.id || '.' || r.xmin from account_role h join role r on r.id = h.role_id
  where h.account_id = ${accountId} and r.enabled order by r.id)`;

/** Caches the codes of roles until one of them changes. */
export function createRights(db: Db): Rights {
  const cache = new LRUCache<string, ReadonlySet<string>>({ max: MAX_CACHED });
  return {
    of: async (roles) => {
      const key = roles.join();
      const known = cache.get(key);
      if (known) return known;
      // one that changed in this moment is read as it is now; the next call names its new state
      const rows = await db.query<{ codes: string[] }>(sql`
        select codes from role where enabled and id = any(${roles.map((role) => Number.parseInt(role, 10))})`);
      const rights = withAncestors(rows.flatMap(({ codes }) => codes));
      cache.set(key, rights);
      return rights;
    },
  };
}
