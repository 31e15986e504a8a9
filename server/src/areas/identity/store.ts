import { at, json, type Queryable, sql } from '../../platform/db/database.ts';

export type MapState = { readonly level?: number; readonly center?: string; readonly mapType?: number };

export type AccountRow = {
  readonly id: number;
  readonly login_name: string;
  readonly user_name: string;
  readonly password_hash: string;
  readonly client_type: 4 | 7;
  readonly department_id: number;
  readonly department_name: string;
  readonly enabled: boolean;
  readonly expires_at: number | null;
  readonly map_state: MapState | null;
  readonly codes: readonly string[];
};

const account = sql`
  select a.id, a.login_name, a.user_name, a.password_hash, a.client_type, a.department_id, d.name as department_name,
         a.enabled, a.expires_at, a.map_state, r.codes
  from account a join department d on d.id = a.department_id join role r on r.id = a.role_id`;

export const accountByLogin = (db: Queryable, loginName: string) =>
  db.first<AccountRow>(sql`${account} where lower(a.login_name) = lower(${loginName})`);

export const accountById = (db: Queryable, id: number) => db.first<AccountRow>(sql`${account} where a.id = ${id}`);

/** Keeps a second login of the same account waiting until this transaction ends. */
export const lockAccount = (tx: Queryable, id: number) => tx.query(sql`select 1 from account where id = ${id} for update`);

export const saveMapState = (db: Queryable, accountId: number, state: MapState) =>
  db.run(sql`update account set map_state = coalesce(map_state, '{}') || ${json(state)}::jsonb where id = ${accountId}`);

export type SessionRow = {
  readonly prefix: string;
  readonly secret_hash: Buffer;
  readonly account_id: number;
  readonly login_name: string;
  readonly department_id: number;
  readonly codes: readonly string[];
  readonly account_usable: boolean;
  readonly seen_at: number;
  readonly expires_at: number;
  readonly ended_at: number | null;
  readonly end_reason: string | null;
};

export const sessionByPrefix = (db: Queryable, prefix: string, now: number) =>
  db.first<SessionRow>(sql`
    select s.prefix, s.secret_hash, s.account_id, a.login_name, a.department_id, r.codes,
           a.enabled and (a.expires_at is null or a.expires_at > ${at(now)}) as account_usable,
           s.seen_at, s.expires_at, s.ended_at, s.end_reason
    from session s join account a on a.id = s.account_id join role r on r.id = a.role_id
    where s.prefix = ${prefix} and s.kind = 'user'`);

export type NewSession = {
  readonly prefix: string;
  readonly secretHash: Buffer;
  readonly accountId: number;
  readonly now: number;
  readonly expiresAt: number;
  readonly peerIp: string;
  readonly userAgent: string;
};

export const insertSession = (db: Queryable, s: NewSession) =>
  db.run(sql`
    insert into session (prefix, secret_hash, account_id, created_at, seen_at, expires_at, peer_ip, user_agent)
    values (${s.prefix}, ${s.secretHash}, ${s.accountId}, ${at(s.now)}, ${at(s.now)}, ${at(s.expiresAt)}, ${s.peerIp}, ${s.userAgent})`);

/** Ends every open session of an account; returns their prefixes. */
export async function endSessionsOf(db: Queryable, accountId: number, reason: string, now: number): Promise<string[]> {
  const rows = await db.query<{ prefix: string }>(sql`
    update session set ended_at = ${at(now)}, end_reason = ${reason}
    where account_id = ${accountId} and ended_at is null returning prefix`);
  return rows.map((row) => row.prefix);
}

/** Ends one session; false where it had ended before. */
export const endSession = async (db: Queryable, prefix: string, reason: string, now: number): Promise<boolean> =>
  (await db.run(sql`
    update session set ended_at = ${at(now)}, end_reason = ${reason} where prefix = ${prefix} and ended_at is null`)) > 0;

export const touchSession = (db: Queryable, prefix: string, now: number) =>
  db.run(sql`update session set seen_at = ${at(now)} where prefix = ${prefix} and ended_at is null`);

/** Forgets sessions that ended or ran out before `before`; returns how many. */
export const forgetSessions = (db: Queryable, before: number) =>
  db.run(sql`delete from session where expires_at < ${at(before)} or ended_at < ${at(before)}`);

export type LoginAttempt = {
  readonly loginName: string;
  readonly accountId: number | null;
  readonly ok: boolean;
  readonly reason: string | null;
  readonly peerIp: string;
  readonly now: number;
};

export const logLogin = (db: Queryable, a: LoginAttempt) =>
  db.run(sql`
    insert into login_log (at, login_name, account_id, ok, reason, peer_ip)
    values (${at(a.now)}, ${a.loginName}, ${a.accountId}, ${a.ok}, ${a.reason}, ${a.peerIp})`);

export async function setting<T>(db: Queryable, key: string): Promise<T | undefined> {
  return (await db.first<{ value: T }>(sql`select value from setting where key = ${key}`))?.value;
}

export const saveSetting = (db: Queryable, key: string, value: unknown) =>
  db.run(sql`
    insert into setting (key, value) values (${key}, ${json(value)}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`);
