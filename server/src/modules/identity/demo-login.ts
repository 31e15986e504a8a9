import type { BuiltInRoleKey } from '@fleetwarden/contract/identity/built-in-roles';
import { json, type Queryable, sql } from '../../platform/db/database.ts';
import { type Role, saveOpenPassword } from './account-store.ts';
import { ensureBuiltInRoles } from './built-in-roles.ts';
import { saveInspectionPassword } from './inspection-store.ts';
import { INSPECTION_PASSWORD_CHARS } from './limits.ts';
import { hashPassword, randomLetters } from './password.ts';

/** Setting that holds how to sign in to a demo, shown on its login page. */
const SETTING = 'demo.login';
type DemoLogin = {
  readonly account: string;
  readonly password: string;
  /** Login names of the other demo accounts: removed ones are not created again. */
  readonly others?: readonly string[];
  readonly inspection?: { readonly vehicleId: number; readonly password: string };
};

export type DemoAccount = {
  readonly loginName: string;
  readonly userName: string;
  readonly role: BuiltInRoleKey;
  readonly departmentId: number;
  readonly clientType: 4 | 7;
};

const read = async (db: Queryable): Promise<DemoLogin | undefined> =>
  (await db.first<{ value: DemoLogin }>(sql`select value from setting where key = ${SETTING}`))?.value;

export const saveDemoLogin = (db: Queryable, login: DemoLogin) =>
  db.run(sql`
    insert into setting (key, value) values (${SETTING}, ${json(login)}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`);

/** Enters an account with its roles as any user's is entered; resolves to its id. */
type EnterAccount = (account: DemoAccount, roleId: number) => Promise<number>;

/**
 * Has the accounts of a demo entered that were not before, gives all of them the password of its first account, and one vehicle a
 * password to inspect it. Does nothing where the operator chose the first password: then none is shown.
 */
export async function ensureDemoLogins(
  tx: Queryable,
  accounts: readonly DemoAccount[],
  inspectedVehicleId: number | undefined,
  enter: EnterAccount,
): Promise<void> {
  const login = await read(tx);
  if (!login) return;
  const roles = await ensureBuiltInRoles(tx);
  const { password, others = [] } = login;
  const missing = accounts.filter(({ loginName }) => !others.includes(loginName));
  if (missing.length > 0) {
    const passwordHash = await hashPassword(password);
    // a name that an operator gave to an account of their own stays theirs
    const taken = await tx.query<{ name: string }>(sql`
      select lower(login_name) as name from account where lower(login_name) = any(${missing.map((one) => one.loginName)})`);
    const free = missing.filter(({ loginName }) => !taken.some(({ name }) => name === loginName));
    for (const account of free) await saveOpenPassword(tx, await enter(account, roles.get(account.role)!), passwordHash);
  }
  const inspection = login.inspection ?? (await demoInspection(tx, inspectedVehicleId));
  await saveDemoLogin(tx, {
    ...login,
    others: [...others, ...missing.map(({ loginName }) => loginName)],
    ...(inspection ? { inspection } : {}),
  });
}

async function demoInspection(tx: Queryable, vehicleId: number | undefined): Promise<DemoLogin['inspection']> {
  if (vehicleId === undefined) return undefined;
  const password = randomLetters(INSPECTION_PASSWORD_CHARS);
  await saveInspectionPassword(tx, { vehicleId, hash: await hashPassword(password), madeBy: null, now: Date.now() });
  return { vehicleId, password };
}

export type ShownDemo = {
  readonly accounts: readonly { readonly account: string; readonly roles: readonly Role[] }[];
  readonly password: string;
  readonly inspection: { readonly carNo: string; readonly color: number; readonly password: string } | null;
};

/** Accounts and vehicles on the login page of a demo, without those whose password was changed. */
export async function shownDemo(db: Queryable, clientType: 4 | 7 | undefined): Promise<ShownDemo | null> {
  const login = await read(db);
  if (!login) return null;
  const names = [login.account, ...(login.others ?? [])];
  const accounts = await db.query<ShownDemo['accounts'][number]>(sql`
    select a.login_name as account, coalesce(jsonb_agg(jsonb_build_object('key', r.key, 'name', r.name)), '[]') as roles
    from account a join account_role h on h.account_id = a.id join role r on r.id = h.role_id
    where a.login_name = any(${names}) and a.enabled and a.password_changed_at is null
      and (${clientType ?? null}::smallint is null or a.client_type = ${clientType ?? null})
    group by a.id order by array_position(${names}, a.login_name)`);
  const vehicle =
    login.inspection && clientType !== 7
      ? await db.first<{ carNo: string; color: number }>(sql`
          select v.plate as "carNo", v.plate_colour as color
          from vehicle v join vehicle_inspection i on i.vehicle_id = v.id
          where v.id = ${login.inspection.vehicleId} and v.deleted_at is null and i.made_by is null`)
      : undefined;
  return {
    accounts,
    password: login.password,
    inspection: vehicle && login.inspection ? { ...vehicle, password: login.inspection.password } : null,
  };
}
