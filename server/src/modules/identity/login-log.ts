import { CallError } from '@fleetwarden/contract/errors';
import { at, type Queryable, sql } from '../../platform/db/database.ts';

export type LoginEntry = {
  /** As it was tried; a plate of an inspection. */
  readonly loginName: string;
  readonly accountId: number | null;
  readonly peerIp: string;
};

/** Logs the result of a login: success, or the name of the error. */
export async function logged<T>(
  log: { db: Queryable; now: () => number },
  entry: LoginEntry,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    const result = await attempt();
    await logLogin(log.db, entry, null, log.now());
    return result;
  } catch (error) {
    if (error instanceof CallError) await logLogin(log.db, entry, error.kind, log.now());
    throw error;
  }
}

/** `reason` is null where it succeeded. */
const logLogin = (db: Queryable, entry: LoginEntry, reason: string | null, now: number) =>
  db.run(sql`
    insert into login_log (at, login_name, account_id, ok, reason, peer_ip)
    values (${at(now)}, ${entry.loginName}, ${entry.accountId}, ${reason === null}, ${reason}, ${entry.peerIp})`);
