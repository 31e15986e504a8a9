import { at, json, type Queryable, sql } from '../../platform/db/database.ts';
import { type RoleState, roleStatesOf } from './rights.ts';

/** Whether an account may sign in at a time (epoch ms): enabled, begun and not expired. */
export const isUsable = (
  { enabled, valid_from, expires_at }: Pick<AccountRow, 'enabled' | 'valid_from' | 'expires_at'>,
  now: number,
): boolean => enabled && (valid_from === null || valid_from <= now) && (expires_at === null || expires_at > now);

export type MapState = { readonly level?: number; readonly center?: string; readonly mapType?: number };

export type Role = {
  /** Key of a built-in role, whose name is translated. */
  readonly key: string | null;
  readonly name: string;
};

export type AccountRow = {
  readonly id: number;
  readonly login_name: string;
  readonly user_name: string;
  readonly mobile: string | null;
  readonly password_hash: string;
  readonly must_change_password: boolean;
  /** null: it does not age. */
  readonly password_changed_at: number | null;
  readonly client_type: 4 | 7;
  readonly department_id: number;
  readonly department_name: string;
  readonly enabled: boolean;
  readonly valid_from: number | null;
  readonly expires_at: number | null;
  readonly ip_allow: string | null;
  readonly map_state: MapState | null;
  /** Enabled ones. */
  readonly role_states: readonly RoleState[];
  readonly roles: readonly Role[];
};

const account = sql`
  select a.id, a.login_name, a.user_name, a.mobile, a.password_hash, a.must_change_password, a.password_changed_at,
         a.client_type, a.department_id, d.name as department_name, a.enabled, a.valid_from, a.expires_at, a.ip_allow, a.map_state,
         ${roleStatesOf(sql`a.id`)} as role_states,
         (select coalesce(jsonb_agg(jsonb_build_object('key', r.key, 'name', r.name) order by r.id), '[]')
          from account_role h join role r on r.id = h.role_id where h.account_id = a.id and r.enabled) as roles
  from account a join department d on d.id = a.department_id`;

/** Credentials by login name. It reads nothing else, so unknown names take equally long. */
export const credentialsOf = (db: Queryable, loginName: string) =>
  db.first<Pick<AccountRow, 'id' | 'login_name' | 'password_hash'>>(sql`
    select id, login_name, password_hash from account where lower(login_name) = lower(${loginName})`);

export const accountById = (db: Queryable, id: number) => db.first<AccountRow>(sql`${account} where a.id = ${id}`);

export const saveMapState = (db: Queryable, accountId: number, state: MapState) =>
  db.run(sql`update account set map_state = coalesce(map_state, '{}') || ${json(state)}::jsonb where id = ${accountId}`);

export const saveProfile = (db: Queryable, accountId: number, { userName, mobile }: { userName: string; mobile: string }) =>
  db.run(sql`update account set user_name = ${userName}, mobile = ${mobile}, version = version + 1 where id = ${accountId}`);

/** A password its owner chose. */
export const savePassword = (db: Queryable, accountId: number, passwordHash: string, now: number) =>
  db.run(sql`
    update account set password_hash = ${passwordHash}, must_change_password = false, password_changed_at = ${at(now)},
                       version = version + 1
    where id = ${accountId}`);

/** Stores a public demo password: it need not be changed, and does not expire. */
export const saveOpenPassword = (db: Queryable, accountId: number, passwordHash: string) =>
  db.run(sql`
    update account set password_hash = ${passwordHash}, must_change_password = false, password_changed_at = null
    where id = ${accountId}`);

export type NewAccount = {
  readonly loginName: string;
  readonly userName: string;
  readonly passwordHash: string;
  readonly departmentId: number;
  readonly roleId: number;
  readonly mustChangePassword: boolean;
  /** null: the password does not age. */
  readonly passwordChangedAt: number | null;
  readonly mapState?: MapState;
};

/** Enters an account that follows its whole department, so that its first page shows moving vehicles. */
export async function insertAccount(tx: Queryable, a: NewAccount): Promise<number> {
  const row = await tx.first<{ id: number }>(sql`
    insert into account (login_name, user_name, password_hash, department_id, must_change_password, password_changed_at,
                         map_state)
    values (${a.loginName}, ${a.userName}, ${a.passwordHash}, ${a.departmentId}, ${a.mustChangePassword},
            ${at(a.passwordChangedAt)}, ${a.mapState ? json(a.mapState) : null}::jsonb)
    returning id`);
  const { id } = row!;
  await tx.run(sql`insert into account_role (account_id, role_id) values (${id}, ${a.roleId})`);
  await tx.run(sql`insert into follow (account_id, kind, object_id) values (${id}, 'department', ${a.departmentId})`);
  return id;
}
