import type { SessionEnd } from '@fleetwarden/contract/identity/session-ends';
import { at, prepared, type Queryable, sql } from '../../platform/db/database.ts';
import { type RoleState, roleStatesOf } from './rights.ts';

/** Whose a session is: a user's, or that of one vehicle's inspection. */
export type Holder = { readonly accountId: number } | { readonly vehicleId: number };

type Row = {
  readonly prefix: string;
  readonly secret_hash: Buffer;
  readonly department_id: number;
  /** The account is enabled, has begun and has not expired; the vehicle is not deleted. */
  readonly usable: boolean;
  readonly seen_at: number;
  readonly expires_at: number;
  readonly ended_at: number | null;
  readonly end_reason: string | null;
};
type OfUser = {
  readonly kind: 'user';
  readonly account_id: number;
  readonly login_name: string;
  readonly must_change_password: boolean;
  readonly password_changed_at: number | null;
  readonly roles: readonly RoleState[];
};
type OfInspection = { readonly kind: 'inspection'; readonly vehicle_id: number };
export type SessionRow = Row & (OfUser | OfInspection);

/** One statement per call: its result applies from the next call on. */
export const sessionByPrefix = (db: Queryable, prefix: string, now: number) =>
  db.first<SessionRow>(
    prepared(
      'session_by_prefix',
      sql`
    select s.prefix, s.secret_hash, s.kind, s.seen_at, s.expires_at, s.ended_at, s.end_reason,
           s.account_id, a.login_name, a.must_change_password, a.password_changed_at, ${roleStatesOf(sql`s.account_id`)} as roles,
           s.vehicle_id, coalesce(a.department_id, v.department_id) as department_id,
           case s.kind when 'user' then a.enabled and (a.expires_at is null or a.expires_at > ${at(now)})
                                          and (a.valid_from is null or a.valid_from <= ${at(now)})
                       else v.deleted_at is null end as usable
    from session s left join account a on a.id = s.account_id left join vehicle v on v.id = s.vehicle_id
    where s.prefix = ${prefix}`,
    ),
  );

const heldBy = (holder: Holder) =>
  'accountId' in holder ? sql`account_id = ${holder.accountId}` : sql`vehicle_id = ${holder.vehicleId}`;

/** Serializes logins of the same holder until this transaction ends. */
export const lockHolder = (tx: Queryable, holder: Holder) =>
  'accountId' in holder
    ? tx.query(sql`select from account where id = ${holder.accountId} for update`)
    : tx.query(sql`select from vehicle where id = ${holder.vehicleId} for update`);

export type NewSession = {
  readonly prefix: string;
  readonly secretHash: Buffer;
  readonly holder: Holder;
  readonly now: number;
  readonly expiresAt: number;
  readonly peerIp: string;
  readonly userAgent: string;
};

export function insertSession(db: Queryable, s: NewSession): Promise<number> {
  const [kind, accountId, vehicleId] =
    'accountId' in s.holder ? ['user', s.holder.accountId, null] : ['inspection', null, s.holder.vehicleId];
  return db.run(sql`
    insert into session (prefix, secret_hash, kind, account_id, vehicle_id, created_at, seen_at, expires_at, peer_ip, user_agent)
    values (${s.prefix}, ${s.secretHash}, ${kind}, ${accountId}, ${vehicleId}, ${at(s.now)}, ${at(s.now)}, ${at(s.expiresAt)},
            ${s.peerIp}, ${s.userAgent})`);
}

/** Ends the open sessions of a holder but for the newest `keep`; returns their prefixes. */
export async function endSessionsOf(db: Queryable, holder: Holder, reason: SessionEnd, now: number, keep = 0): Promise<string[]> {
  const rows = await db.query<{ prefix: string }>(sql`
    update session set ended_at = ${at(now)}, end_reason = ${reason}
    where prefix in (
      select prefix from session where ${heldBy(holder)} and ended_at is null order by created_at desc, prefix offset ${keep})
    returning prefix`);
  return rows.map((row) => row.prefix);
}

/** Prefixes of an account's sessions that have not ended. */
export async function openSessionsOf(db: Queryable, accountId: number): Promise<string[]> {
  const rows = await db.query<{ prefix: string }>(sql`
    select prefix from session where ${heldBy({ accountId })} and ended_at is null`);
  return rows.map(({ prefix }) => prefix);
}

/** Ends one session; false where it had ended before. */
export const endSession = async (db: Queryable, prefix: string, reason: SessionEnd, now: number): Promise<boolean> =>
  (await db.run(sql`
    update session set ended_at = ${at(now)}, end_reason = ${reason} where prefix = ${prefix} and ended_at is null`)) > 0;

export const touchSession = (db: Queryable, prefix: string, now: number) =>
  db.run(sql`update session set seen_at = ${at(now)} where prefix = ${prefix} and ended_at is null`);

/** Forgets sessions that ended or ran out before `before`; returns how many. */
export const forgetSessions = (db: Queryable, before: number) =>
  db.run(sql`delete from session where expires_at < ${at(before)} or ended_at < ${at(before)}`);

export type SignIn = {
  readonly prefix: string;
  readonly account: string;
  readonly username: string;
  readonly deptName: string;
  readonly clientType: number;
  readonly peerIp: string;
  readonly userAgent: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly endedAt: number | null;
  readonly endReason: string | null;
};

/** A SignIn without its end, for session `s`, account `a` and department `d`. */
export const signInColumns = sql`
  s.prefix, a.login_name as account, a.user_name as username, d.name as "deptName", a.client_type as "clientType",
  coalesce(s.peer_ip, '') as "peerIp", coalesce(s.user_agent, '') as "userAgent", s.created_at as "createdAt",
  s.seen_at as "seenAt"`;

/** The newest sign-ins of an account. */
export const signInsOf = (db: Queryable, accountId: number, limit: number) =>
  db.query<SignIn>(sql`
    select ${signInColumns}, s.ended_at as "endedAt", s.end_reason as "endReason"
    from session s join account a on a.id = s.account_id join department d on d.id = a.department_id
    where s.account_id = ${accountId} order by s.created_at desc, s.prefix limit ${limit}`);
