import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';
import { formatCsvLine } from '../../platform/files/csv.ts';

/** A lower administrator: all buttons of users, roles and sessions, and one more. */
const CLERK = allPermissions.filter((code) => ['2', '6'].includes(code) || /^(604|606|625)/.test(code));
const BEYOND = '该用户或角色的权限超出您的权限';
const LAST = '至少保留一个拥有全部权限且长期有效的启用账号';

let server: TestServer;
let [root, east] = [0, 0];
let [boss, clerk] = ['', ''];
let [low, high, mixed] = ['', '', ''];
let chief = { id: '', loginName: '', password: '', token: '' };
let count = 0;

const call = async (token: string, path: string, data: object = {}) =>
  (await server.call('POST', path, data, { authorization: token, cookie: 'language=zh' })).body;
const okay = async (token: string, path: string, data: object = {}) => {
  const body = await call(token, path, data);
  expect([path, body.code, body.msg]).toEqual([path, '0', expect.anything()]);
  return body.data;
};
const addRole = async (codes: readonly string[], deptId = root): Promise<string> =>
  (await okay(boss, 'role/addRole', { values: { roleName: `角色${++count}`, deptId: String(deptId), enabled: true, codes } })).id;
const addUser = async (roles: readonly string[], deptId = east) => {
  const values = { loginName: `person${++count}`, userName: '李静', deptId: String(deptId), roles, mobile: '13800001234' };
  const { id, password } = await okay(boss, 'user/addUser', { values });
  await server.db.run(sql`update account set must_change_password = false where id = ${Number(id)}`);
  return { id: id as string, loginName: values.loginName, password, token: await server.login(values.loginName, password) };
};
const editUser = async (token: string, id: string, more: object) => {
  const { version, userName, deptId, roles, mobile, validFrom, validTo } = await okay(boss, 'user/getUser', { id });
  return call(token, 'user/editUser', {
    id,
    version,
    values: { userName, deptId, roles, mobile, validFrom, validTo, ...more },
  });
};
const editRole = async (token: string, id: string, more: object) => {
  const { version, roleName, deptId, enabled, codes, remark } = await okay(boss, 'role/getRole', { id });
  return call(token, 'role/editRole', { id, version, values: { roleName, deptId, enabled, codes, remark, ...more } });
};
/** Everything about accounts and roles that a call could change. */
const stored = () =>
  server.db.query(sql`
    select a.id, a.department_id, a.enabled, a.expires_at, a.valid_from, a.user_name, a.password_hash, a.version,
           array(select role_id from account_role h where h.account_id = a.id order by 1) as roles,
           (select count(*) from session s where s.account_id = a.id and s.ended_at is null) as sessions
    from account a
    union all
    select r.id, r.department_id, r.enabled, null, null, r.name, r.codes::text, r.version, '{}', 0 from role r order by 1, 2, 6`);
const importLines = async (token: string, noun: 'User' | 'Role', line: Readonly<Record<string, string>>) => {
  const content = formatCsvLine(Object.keys(line)) + formatCsvLine(Object.values(line));
  const path = `${noun.toLowerCase()}/import${noun}`;
  const { body } = await server.upload(path, { data: {} }, new File([content], '人员.csv'), {
    authorization: token,
    cookie: 'language=zh',
  });
  expect(body.code).toBe('0');
  const task = async () => (await call(token, 'task/getTask', { id: body.data.taskId })).data;
  await expect.poll(async () => (await task()).state, { timeout: 10_000 }).toBe('done');
  return (await task()).result;
};

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  east = await server.department('华东', root);
  await server.account('boss', root, allPermissions);
  await server.account('clerk', root, CLERK);
  [boss, clerk] = [await server.login('boss'), await server.login('clerk')];
  low = await addRole(['2']);
  high = await addRole(['2', '70203']);
  // a role within the clerk's rights, held by a user above the clerk
  mixed = await addRole(['2']);
  server.jobs.start();
});
beforeEach(async () => {
  chief = await addUser([high, mixed]);
});
afterAll(() => server.stop());

/** Each call that changes an account or role of others, at a target with more rights. */
const ATTEMPTS: Readonly<Record<string, () => Promise<{ msg: string }>>> = {
  'taking roles away': () => editUser(clerk, chief.id, { roles: [low] }),
  'adding a role': () => editUser(clerk, chief.id, { roles: [high, mixed, low] }),
  'moving the account': () => editUser(clerk, chief.id, { deptId: String(root) }),
  'letting the account expire': () => editUser(clerk, chief.id, { validTo: server.clock.now + 1_000 }),
  'letting the account begin later': () => editUser(clerk, chief.id, { validFrom: server.clock.now + DAY_MS }),
  'renaming the account': () => editUser(clerk, chief.id, { userName: '王五' }),
  'deleting the account': () => call(clerk, 'user/delUser', { ids: [chief.id] }),
  'disabling the account': () => call(clerk, 'user/enableUser', { ids: [chief.id], enabled: false }),
  'setting a password': () => call(clerk, 'user/resetPasswd', { id: chief.id }),
  'unlocking the account': () => call(clerk, 'user/unlockUser', { ids: [chief.id] }),
  'ending the sessions': () => call(clerk, 'user/kickUser', { ids: [chief.id] }),
  'ending one session': () => call(clerk, 'user/endSession', { prefixes: [chief.token.split('.')[0]] }),
  'unbinding a role': () => call(clerk, 'role/bindUser', { id: mixed, add: [], remove: [chief.id] }),
  'binding a role': () => call(clerk, 'role/bindUser', { id: low, add: [chief.id], remove: [] }),
  'disabling a role': () => editRole(clerk, high, { enabled: false }),
  'taking codes from a role': () => editRole(clerk, high, { codes: ['2'] }),
  'renaming a role': () => editRole(clerk, high, { roleName: '另一个' }),
  'moving a role': () => editRole(clerk, high, { deptId: String(east) }),
  'deleting a role': async () => call(clerk, 'role/delRole', { ids: [await addRole(['2', '70203'])] }),
  'disabling a role whose holder has more': () => editRole(clerk, mixed, { enabled: false }),
};

describe('an account or role with more permissions than the actor', () => {
  it.each(Object.entries(ATTEMPTS))('is protected from %s', async (name, attempt) => {
    const before = await stored();
    expect((await attempt()).msg).toBe(BEYOND);
    const after = await stored();
    // the attempt to delete adds the role that it tries to delete
    expect(name === 'deleting a role' ? after.length - 1 : after).toEqual(name === 'deleting a role' ? before.length : before);
  });

  it('is protected in a batch: no account of the batch changes', async () => {
    const other = await addUser([low]);
    const before = await stored();
    expect((await call(clerk, 'user/enableUser', { ids: [other.id, chief.id], enabled: false })).msg).toBe(BEYOND);
    expect((await call(clerk, 'user/delUser', { ids: [other.id, chief.id] })).msg).toBe(BEYOND);
    expect(await stored()).toEqual(before);
  });

  it('is protected from an import, which shows the reason in its row', async () => {
    const { roleName } = await okay(boss, 'role/getRole', { id: high });
    const user = {
      操作: '',
      loginName: chief.loginName,
      userName: '王五',
      deptId: '集团',
      roles: roleName,
      mobile: '13800001234',
    };
    const role = { 操作: '', roleName, deptId: '集团', codes: '2' };
    for (const result of [await importLines(clerk, 'User', user), await importLines(clerk, 'Role', role)])
      expect(result).toMatchObject({ good: 0, bad: 1, errors: [{ message: BEYOND }] });
  });

  it('stays protected while its role is disabled, and a lower-ranked user cannot enable the role', async () => {
    const role = await addRole(['2', '60401', '70203']);
    const holder = await addUser([role]);
    expect((await editRole(boss, role, { enabled: false })).code).toBe('0');
    expect((await call(clerk, 'user/resetPasswd', { id: holder.id })).msg).toBe(BEYOND);
    expect((await editRole(clerk, role, { enabled: true })).msg).toBe(BEYOND);
    // the holder of a suspended role cannot enable it either
    await okay(boss, 'user/editUser', {
      id: holder.id,
      version: (await okay(boss, 'user/getUser', { id: holder.id })).version,
      values: {
        userName: '李静',
        deptId: String(root),
        roles: [role, await addRole(CLERK)],
        mobile: '13800001234',
      },
    });
    const token = await server.login(holder.loginName, holder.password);
    expect((await editRole(token, role, { enabled: true })).msg).toBe(BEYOND);
    expect((await call(token, 'user/getLoginInfo')).data.rights).not.toContain('70203');
  });

  it('does not get the protection if its permissions are equal or fewer', async () => {
    const other = await addUser([low]);
    for (const [path, data] of [
      ['enableUser', { ids: [other.id], enabled: false }],
      ['enableUser', { ids: [other.id], enabled: true }],
      ['resetPasswd', { id: other.id }],
      ['unlockUser', { ids: [other.id] }],
      ['kickUser', { ids: [other.id] }],
    ] as const)
      await okay(clerk, `user/${path}`, data);
    expect((await editUser(clerk, other.id, { userName: '赵六' })).code).toBe('0');
    await okay(clerk, 'user/delUser', { ids: [other.id] });
  });
});

describe('the last account with every permission', () => {
  it('cannot lose its role or department or get an end date, even by its own action', async () => {
    const all = await addRole(allPermissions);
    const keeper = await addUser([all], root);
    await server.db.run(sql`
      delete from account_role h using role r where r.id = h.role_id and r.id <> ${Number(all)} and r.codes @> '{70203,604,606}'`);
    await server.db.run(sql`delete from account_role where account_id in (select id from account where login_name = 'boss')`);
    boss = keeper.token;
    const me = keeper.id;
    const before = await stored();
    // at once: they lock in one order
    for (const attempt of [
      editUser(boss, me, { roles: [low] }),
      editUser(boss, me, { deptId: String(east) }),
      editUser(boss, me, { validTo: server.clock.now + DAY_MS }),
      call(boss, 'role/bindUser', { id: all, add: [], remove: [me] }),
      editRole(boss, all, { enabled: false }),
      editRole(boss, all, { codes: allPermissions.filter((code) => code !== '70203') }),
    ])
      expect((await attempt).msg).toBe(LAST);
    expect(await stored()).toEqual(before);
    // with a second one of its kind, it may go
    await addUser([all], root);
    expect((await editUser(boss, me, { validTo: server.clock.now + DAY_MS })).code).toBe('0');
  });
});
