import { HOUR_MS } from '@fleetwarden/domain/durations';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { ensureAdmin } from '../modules/identity/index.ts';
import { sql } from '../platform/db/database.ts';
import { seedDemoAccounts } from './accounts.ts';
import { COMPANIES } from './fleets.ts';
import { seedDemo } from './seed.ts';

const DEMO_KEY = 'a key of thirty-two characters!!';

let server: TestServer;
let root: number;
const start = async () => {
  await ensureAdmin({ db: server.db, demo: true });
  await seedDemoAccounts(server.db, server.people, root);
};
const others: TestServer[] = [];
/** A second server with its own database. */
const another = async () => {
  const started = await startTestServer({ demo: true });
  others.push(started);
  return started;
};
beforeAll(async () => {
  server = await startTestServer({ demo: true });
  root = (await seedDemo(server.db, 20, DEMO_KEY)).rootDepartmentId;
  await start();
  return () => Promise.all([server, ...others].map((each) => each.stop()));
});

const shown = async (data = {}, language = 'en') =>
  (await server.call('GET', 'user/loginPage', data, { cookie: `language=${language}` })).body.data.demo;
const names = (demo: { accounts: { account: string }[] }) => demo.accounts.map(({ account }) => account);

describe('the accounts of the demo', () => {
  it('include one per role with one shared password, and one of client type 7', async () => {
    const demo = await shown();
    expect(demo.accounts).toEqual([
      { account: 'demo', role: 'Super administrator' },
      { account: 'platform', role: 'Platform administrator' },
      { account: 'agent', role: 'Agent' },
      { account: 'enterprise', role: 'Company administrator' },
      { account: 'dispatcher', role: 'Monitoring operator' },
      { account: 'safety', role: 'Safety officer' },
      { account: 'supervisor', role: 'Supervisor (read only)' },
      { account: 'demosf', role: 'Company administrator' },
    ]);
    expect((await shown({}, 'zh')).accounts[4]).toEqual({ account: 'dispatcher', role: '监控员' });
    expect(names(await shown({ clientType: '4' }))).toEqual(names(demo).slice(0, -1));
    expect(await shown({ clientType: '7' })).toMatchObject({ accounts: [{ account: 'demosf' }], inspection: null });
  });

  it('can all sign in, see their company, and keep their password regardless of its age', async () => {
    const { accounts, password } = await shown();
    const began = server.clock.now;
    for (const { account } of accounts) {
      server.clock.now = began;
      const token = await server.login(account, password);
      server.clock.now += 11 * HOUR_MS;
      const { userInfo } = (await server.call('POST', 'user/getLoginInfo', {}, { authorization: token })).body.data;
      expect(userInfo).toMatchObject({ account, mustChangePassword: false, clientType: account === 'demosf' ? 7 : 4 });
      if (!['demo', 'platform'].includes(account)) expect(COMPANIES).toContain(userInfo.deptName);
    }
    server.clock.now = began;
  });

  it('include a vehicle to inspect', async () => {
    const { inspection } = await shown();
    const { carNo, color, password } = inspection;
    const reply = await server.call('POST', 'car/login', { carNo, color, vPasswd: await server.vPasswd(password) });
    expect(reply.body.data.userInfo.inspection).toMatchObject({ carNo, color });
  });

  it('are created once: removed ones stay removed, and accounts with their own password are not shown', async () => {
    const before = await shown();
    await server.db.run(sql`delete from account where login_name = 'agent'`);
    await server.db.run(sql`update account set password_changed_at = now() where login_name = 'safety'`);
    await server.db.run(sql`update vehicle_inspection set made_by = (select id from account where login_name = 'demo')`);
    await start();
    const demo = await shown();
    expect(names(demo)).toEqual(names(before).filter((name) => !['agent', 'safety'].includes(name)));
    expect(demo.inspection).toBeNull();
    expect(demo.password).toBe(before.password);
  });

  it('do not exist if the operator configured the password', async () => {
    const { db, people } = await another();
    const { rootDepartmentId } = await seedDemo(db, 5, DEMO_KEY);
    await ensureAdmin({ db, demo: true, adminPassword: 'Chosen_by_me_1' });
    await seedDemoAccounts(db, people, rootDepartmentId);
    expect(await db.query(sql`select login_name from account`)).toEqual([{ login_name: 'admin' }]);
    expect(await db.query(sql`select from vehicle_inspection`)).toEqual([]);
  });

  it('are added to a demo of an earlier release, whose accounts keep their names', async () => {
    const { db, people } = await another();
    const { rootDepartmentId } = await seedDemo(db, 5, DEMO_KEY);
    await ensureAdmin({ db, demo: true });
    await db.run(sql`insert into account (login_name, user_name, password_hash, department_id)
                     values ('Agent', 'mine', 'x', ${rootDepartmentId})`);
    await seedDemoAccounts(db, people, rootDepartmentId);
    const rows = await db.query(sql`select login_name, user_name from account where lower(login_name) in ('agent', 'safety')`);
    expect(rows).toEqual([
      { login_name: 'Agent', user_name: 'mine' },
      { login_name: 'safety', user_name: '安全员' },
    ]);
  });
});
