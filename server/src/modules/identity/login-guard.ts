import { CallError } from '@fleetwarden/contract/errors';
import { at, type Db, type Queryable, sql } from '../../platform/db/database.ts';
import type { IdentitySettings } from './identity-settings.ts';
import { NAME_FAILURES_FACTOR } from './limits.ts';

/** A login attempt: `name` is the stored name of the account or vehicle, or the typed one if unknown. */
export type Attempt = { readonly name: string; readonly address: string };

export type LoginGuard = {
  /**
   * Counts an attempt as failed before the slow check, because concurrent attempts would pass the limit otherwise. Throws CallError
   * locked, with the minutes left, if the name is locked for the address or for all; then it counts nothing.
   */
  enter(attempt: Attempt): Promise<void>;
  /** Removes the failures of the name from this address. */
  succeeded(attempt: Attempt): Promise<void>;
};

/**
 * Locks names after failed logins: for an address after `loginFailures` within `lockMinutes`, for all addresses after four times as
 * many. A lock lasts `lockMinutes` from the last failure. Stored in the database, so it is shared by all nodes and survives restarts.
 */
export function createLoginGuard(deps: { db: Db; settings: IdentitySettings; now: () => number }): LoginGuard {
  const { db, settings, now } = deps;
  return {
    enter: async ({ name, address }) => {
      const { loginFailures, lockMinutes } = await settings.of(null);
      const lockMs = lockMinutes * 60_000;
      const time = now();
      const until = await db.transaction(async (tx) => {
        // serializes attempts of one name across nodes
        await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
        const ofPair = sql`name = ${name} and address = ${address}`;
        const locked = Math.max(
          await lockedUntil(tx, ofPair, loginFailures, lockMs),
          await lockedUntil(tx, sql`name = ${name}`, loginFailures * NAME_FAILURES_FACTOR, lockMs),
        );
        if (locked <= time)
          await tx.run(sql`insert into login_failure (at, name, address) values (${at(time)}, ${name}, ${address})`);
        return locked;
      });
      if (until > time)
        throw new CallError('locked', `login of ${name}`, [], { minutes: Math.max(1, Math.ceil((until - time) / 60_000)) });
    },
    succeeded: async ({ name, address }) => {
      await db.run(sql`delete from login_failure where name = ${name} and address = ${address}`);
    },
  };
}

/** End of a lock (epoch ms): its last `bound` failures are within the lock time. 0 for fewer failures. */
async function lockedUntil(tx: Queryable, which: ReturnType<typeof sql>, bound: number, lockMs: number): Promise<number> {
  const rows = await tx.query<{ at: number }>(sql`select at from login_failure where ${which} order by at desc limit ${bound}`);
  const [newest, oldest] = [rows[0], rows[bound - 1]];
  return newest && oldest && newest.at - oldest.at < lockMs ? newest.at + lockMs : 0;
}

/** Forgets failures before `before`; returns how many. */
export const forgetFailures = (db: Queryable, before: number) => db.run(sql`delete from login_failure where at < ${at(before)}`);
