import { allPermissions } from '@fleetwarden/contract/permissions';
import { type Db, json, type Queryable, sql } from '../../platform/db/database.ts';
import { hashPassword, randomPassword } from './password.ts';
import * as store from './store.ts';

/** Setting that holds the demo account, shown on the login page of a demo. */
export const DEMO_LOGIN = 'demo.login';
export type DemoLogin = { readonly account: string; readonly password: string };

/** Key of the advisory lock that lets one node make the first account: 'flwa' in ASCII. */
const LOCK = 0x66_6c_77_61;
const ROOT_DEPARTMENT = '总部';
const ADMIN_ROLE = '系统管理员';

/** The demo fleet drives all over the country: its account starts with the whole of it, not with one city (Baidu system). */
const DEMO_VIEW = { center: '112.5|32', level: 4.4 };

export type FirstAccount = {
  readonly account: string;
  /** For the caller to print once; undefined where the operator chose it. */
  readonly password?: string;
};

/**
 * Makes the first account of an empty database, in the root department, following it, and with every permission: `admin` with the given
 * password; else `demo` with a random one that the login page shows; else `admin` with a random one, returned to be printed.
 * Returns undefined where accounts exist. The administrators' role is given the codes a new release adds.
 */
export async function ensureAdmin(options: {
  readonly db: Db;
  readonly adminPassword?: string | undefined;
  readonly demo: boolean;
}): Promise<FirstAccount | undefined> {
  const { db, adminPassword } = options;
  return db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
    const roleId = await adminRole(tx);
    if (await tx.first(sql`select 1 from account limit 1`)) return undefined;
    const isDemo = options.demo && adminPassword === undefined;
    const account = isDemo ? 'demo' : 'admin';
    const password = adminPassword ?? randomPassword();
    const departmentId = await rootDepartment(tx);
    const made = await tx.first<{ id: number }>(sql`
      insert into account (login_name, user_name, password_hash, department_id, role_id, map_state)
      values (${account}, ${account}, ${await hashPassword(password)}, ${departmentId}, ${roleId},
              ${isDemo ? json(DEMO_VIEW) : null}::jsonb) returning id`);
    // whoever looks first sees vehicles move
    await tx.run(sql`insert into follow (account_id, kind, object_id) values (${made!.id}, 'department', ${departmentId})`);
    if (isDemo) await store.saveSetting(tx, DEMO_LOGIN, { account, password } satisfies DemoLogin);
    return adminPassword === undefined ? { account, password } : { account };
  });
}

async function adminRole(tx: Queryable): Promise<number> {
  const row = await tx.first<{ id: number }>(sql`
    insert into role (name, codes) values (${ADMIN_ROLE}, ${[...allPermissions]})
    on conflict (name) do update set codes = excluded.codes returning id`);
  return row!.id;
}

async function rootDepartment(tx: Queryable): Promise<number> {
  const existing = await tx.first<{ id: number }>(
    sql`select id from department where parent_id is null and kind = 'normal' order by id limit 1`,
  );
  const root =
    existing ?? (await tx.first<{ id: number }>(sql`insert into department (name) values (${ROOT_DEPARTMENT}) returning id`));
  return root!.id;
}
