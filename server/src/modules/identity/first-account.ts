import { type Db, type Queryable, sql } from '../../platform/db/database.ts';
import { insertAccount } from './account-store.ts';
import { ensureBuiltInRoles } from './built-in-roles.ts';
import { saveDemoLogin } from './demo-login.ts';
import { hashPassword, randomPassword } from './password.ts';

/** Key of the advisory lock that lets one node make the first account: 'flwa' in ASCII. */
const LOCK = 0x66_6c_77_61;
const ROOT_DEPARTMENT = '总部';

/** The demo fleet drives all over the country: its account starts with the whole of it, not with one city (Baidu system). */
const DEMO_VIEW = { center: '112.5|32', level: 4.4 };

export type FirstAccount = {
  readonly account: string;
  /** For the caller to print once; undefined where the operator chose it. */
  readonly password?: string;
};

/**
 * Creates the first account of an empty database, in the root department with every permission; undefined where accounts exist.
 * It is `admin` with the given password; without one, `demo` with a random password for the login page. Without a demo it is `admin`
 * with a random password that must be changed. Every start updates the built-in roles to this release.
 */
export async function ensureAdmin(options: {
  readonly db: Db;
  readonly adminPassword?: string | undefined;
  readonly demo: boolean;
}): Promise<FirstAccount | undefined> {
  const { db, adminPassword } = options;
  return db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
    const roles = await ensureBuiltInRoles(tx);
    if (await tx.first(sql`select 1 from account limit 1`)) return undefined;
    const isDemo = options.demo && adminPassword === undefined;
    const account = isDemo ? 'demo' : 'admin';
    const password = adminPassword ?? randomPassword();
    await insertAccount(tx, {
      loginName: account,
      userName: account,
      passwordHash: await hashPassword(password),
      departmentId: await rootDepartment(tx),
      roleId: roles.get('superAdministrator')!,
      // a generated password must be changed; that of a demo is public
      mustChangePassword: adminPassword === undefined && !isDemo,
      passwordChangedAt: isDemo ? null : Date.now(),
      ...(isDemo ? { mapState: DEMO_VIEW } : {}),
    });
    if (isDemo) {
      await saveDemoLogin(tx, { account, password });
      // the passwords are public: only repeated failures ask for a captcha
      await tx.run(sql`insert into setting_value (key, value) values ('captcha', 'false') on conflict do nothing`);
    }
    return adminPassword === undefined ? { account, password } : { account };
  });
}

async function rootDepartment(tx: Queryable): Promise<number> {
  const existing = await tx.first<{ id: number }>(
    sql`select id from department where parent_id is null and kind = 'normal' order by id limit 1`,
  );
  const root =
    existing ?? (await tx.first<{ id: number }>(sql`insert into department (name) values (${ROOT_DEPARTMENT}) returning id`));
  return root!.id;
}
