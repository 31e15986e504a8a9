import { type Queryable, sql } from '../../platform/db/database.ts';
import type { Change } from '../../platform/resources/change.ts';
import { listGains } from '../quotas/index.ts';

/** Serializes changes of the department tree, because two moves could form a cycle. Held until the transaction ends. */
export const lockTree = (tx: Queryable) => tx.query(sql`select pg_advisory_xact_lock(hashtext('department tree'))`);

/**
 * Share-locks the tree before changes that bring records into departments. Until the transaction ends no department can move, so
 * counts below a department stay right.
 */
export async function lockTreeShared(tx: Queryable, changes: readonly Change[]): Promise<void> {
  if (listGains(changes).length > 0) await tx.query(sql`select pg_advisory_xact_lock_shared(hashtext('department tree'))`);
}
