import { type Queryable, sql } from '../../platform/db/database.ts';

/** One change of the tree of departments at a time: two moves could make a circle together. Held until the transaction ends. */
export const lockTree = (tx: Queryable) => tx.query(sql`select pg_advisory_xact_lock(hashtext('department tree'))`);

/** Keeps the tree as it is until the transaction ends: what is counted below a department cannot move away or in meanwhile. */
export const keepTree = (tx: Queryable) => tx.query(sql`select pg_advisory_xact_lock_shared(hashtext('department tree'))`);
