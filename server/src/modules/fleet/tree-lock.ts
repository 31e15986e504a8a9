import { type Queryable, sql } from '../../platform/db/database.ts';
import type { Change } from '../../platform/resources/change.ts';
import { listGains } from '../quotas/index.ts';

/** One change of the tree of departments at a time: two moves could make a circle together. Held until the transaction ends. */
export const lockTree = (tx: Queryable) => tx.query(sql`select pg_advisory_xact_lock(hashtext('department tree'))`);

/**
 * Before changes that bring records into departments are written: the tree stays as it is until the transaction ends, so that what
 * is counted below a department neither moves away nor in meanwhile.
 */
export async function keepTree(tx: Queryable, changes: readonly Change[]): Promise<void> {
  if (listGains(changes).length > 0) await tx.query(sql`select pg_advisory_xact_lock_shared(hashtext('department tree'))`);
}
