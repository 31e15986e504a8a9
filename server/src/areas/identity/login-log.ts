import { at, type Queryable, sql } from '../../platform/db/database.ts';

export type LoginEntry = {
  /** As it was tried; a plate of an inspection. */
  readonly loginName: string;
  readonly accountId: number | null;
  readonly peerIp: string;
};

/** Writes down a login and what became of it; `reason` is null where it succeeded, else the error's name. */
export const logLogin = (db: Queryable, entry: LoginEntry, reason: string | null, now: number) =>
  db.run(sql`
    insert into login_log (at, login_name, account_id, ok, reason, peer_ip)
    values (${at(now)}, ${entry.loginName}, ${entry.accountId}, ${reason === null}, ${reason}, ${entry.peerIp})`);
