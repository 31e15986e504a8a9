import { type DemoAccount, ensureDemoLogins, type People } from '../modules/identity/index.ts';
import { type Db, sql } from '../platform/db/database.ts';
import { departmentIds, enter, entering } from './entry.ts';
import { COMPANIES } from './fleets.ts';

/** Key of the advisory lock that lets one node enter the accounts: 'flwe' in ASCII. */
const LOCK = 0x66_6c_77_65;

const [NORTH, EAST, SOUTH, CENTRAL, WEST] = COMPANIES;

/** One of each built-in role besides the first account, below a company; and one for the console of client type 7. */
const ACCOUNTS: readonly (Omit<DemoAccount, 'departmentId'> & { readonly department: string | null })[] = [
  { loginName: 'platform', userName: '平台管理员', role: 'platformAdministrator', department: null, clientType: 4 },
  { loginName: 'agent', userName: '代理商', role: 'agent', department: EAST, clientType: 4 },
  { loginName: 'enterprise', userName: '企业管理员', role: 'enterpriseAdministrator', department: SOUTH, clientType: 4 },
  { loginName: 'dispatcher', userName: '监控员', role: 'monitor', department: NORTH, clientType: 4 },
  { loginName: 'safety', userName: '安全员', role: 'safetyOfficer', department: CENTRAL, clientType: 4 },
  { loginName: 'supervisor', userName: '只读监管', role: 'supervisor', department: WEST, clientType: 4 },
  { loginName: 'demosf', userName: 'SF企业管理员', role: 'enterpriseAdministrator', department: EAST, clientType: 7 },
];

/** No operator of the country hands out numbers that begin with 100. */
const MOBILE = '10080009000';

/**
 * Enters the accounts of the demo, all with the password that its login page shows, and the inspection password of its first
 * vehicle. After the first account; does nothing where the operator chose that one's password. A company that was renamed or
 * removed leaves its account to the root.
 */
export async function seedDemoAccounts(db: Db, people: People, rootDepartmentId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
    const idOf = await departmentIds(tx, rootDepartmentId);
    const accounts = ACCOUNTS.map(({ department, ...account }) => ({
      ...account,
      departmentId: (department === null ? undefined : idOf.get(department)) ?? rootDepartmentId,
    }));
    const vehicle = await tx.first<{ id: number }>(sql`select id from vehicle where deleted_at is null order by id limit 1`);
    await ensureDemoLogins(tx, accounts, vehicle?.id, async ({ loginName, userName, departmentId, clientType }, roleId) => {
      const { users } = clientType === 7 ? people.sf : people.own;
      const values = { loginName, userName, deptId: departmentId, roles: [roleId], mobile: MOBILE };
      const [id] = await enter(tx, users, [values], entering(rootDepartmentId));
      return id!;
    });
  });
}
