import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

let server: TestServer;
let [root, east, west] = [0, 0, 0];
let [boss, clerk] = ['', ''];
let [viewer, chief] = ['', ''];

const CLERK = ['2', '604', '60401', '60402', '60403', '60404', '60407', '60410', '60411', '60412', '60413', '606', '60601'];

const call = async (token: string, path: string, data: object) =>
  (await server.call('POST', path, data, { authorization: token, cookie: 'language=zh' })).body;
let count = 0;
const values = (more: object = {}) => ({
  loginName: `user${++count}`,
  userName: '李静',
  deptId: String(east),
  roles: [viewer],
  mobile: '13800001234',
  ...more,
});
const add = (token: string, more: object = {}) => call(token, 'user/addUser', { values: values(more) });
const get = async (token: string, id: string) => (await call(token, 'user/getUser', { id })).data;
/** A user with a password of its own choice, and its token. */
const enter = async (more: object = {}) => {
  const sent = values(more);
  const { id, password } = (await call(boss, 'user/addUser', { values: sent })).data;
  await server.db.run(sql`update account set must_change_password = false where id = ${Number(id)}`);
  return { id, loginName: sent.loginName, password, token: await server.login(sent.loginName, password) };
};
/** The reply to a call that only needs a session. */
const codeOf = async (token: string) => (await call(token, 'user/getLoginInfo', {})).code;
const { loginName: _once, ...kept } = { ...values() };
const edit = async (token: string, id: string, more: object) => {
  const { version } = await get(boss, id);
  return call(token, 'user/editUser', { id, version, values: { ...kept, deptId: String(east), roles: [viewer], ...more } });
};

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  await server.account('boss', root, allPermissions);
  await server.account('clerk', east, CLERK);
  [boss, clerk] = [await server.login('boss'), await server.login('clerk')];
  const role = async (roleName: string, codes: readonly string[]) =>
    (await call(boss, 'role/addRole', { values: { roleName, deptId: String(root), enabled: true, codes } })).data.id;
  [viewer, chief] = [await role('查看', ['2']), await role('主管', ['2', '70203'])];
});
afterAll(() => server.stop());

describe('a new user', () => {
  it('gets a password that is shown once and must be changed at the first login', async () => {
    const { data } = await add(clerk, { loginName: 'lijing' });
    expect(data.password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    const record = await get(clerk, data.id);
    expect(record).toMatchObject({ loginName: 'lijing', deptName: '华东', roleNames: ['查看'], enabled: true, online: false });
    expect(JSON.stringify(record)).not.toContain(data.password);
    const token = await server.login('lijing', data.password);
    expect((await call(token, 'user/getUserDetail', {})).code).toBe('4003');
    const entry = await server.db.first<{ after: object }>(sql`
      select after from audit_log where action = 'addUser' and object = 'lijing'`);
    expect(JSON.stringify(entry)).not.toContain(data.password);
  });

  it('has a unique login name, case-insensitively and across both consoles', async () => {
    await add(boss, { loginName: 'zhang' });
    for (const loginName of ['zhang', 'ZHANG'])
      expect((await add(boss, { loginName })).data.fields).toEqual([{ path: 'values.loginName', message: '已存在' }]);
    const sf = (await call(boss, 'roleSF/addRoleSF', { values: { roleName: 'SF', deptId: String(root), codes: ['2'] } })).data.id;
    const twice = await call(boss, 'userSF/addUserSF', { values: values({ loginName: 'zhang', roles: [sf] }) });
    expect(twice.data.fields).toEqual([{ path: 'values.loginName', message: '已存在' }]);
    const own = await call(boss, 'userSF/addUserSF', { values: values({ loginName: 'zhangSF', roles: [sf] }) });
    expect(own.code).toBe('0');
    expect((await call(boss, 'user/getUser', { id: own.data.id })).code).toBe('4004');
    // a role of the other console is none
    expect((await add(boss, { roles: [sf] })).data.fields[0].path).toBe('values.roles');
  });

  it('returns an error for each invalid field', async () => {
    const { data } = await add(boss, { loginName: '王', userName: 'x', mobile: '1', roles: [], validFrom: 2, validTo: 1 });
    expect(data.fields.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['values.loginName', 'values.userName', 'values.mobile', 'values.roles']),
    );
  });
});

describe('roles and departments that a user can assign', () => {
  it('include only roles whose permissions the user fully holds', async () => {
    expect((await add(clerk, { roles: [viewer, chief] })).data.fields).toEqual([
      { path: 'values.roles', message: '只能分配您拥有全部权限的角色' },
    ]);
    const { id } = await enter({ roles: [chief] });
    // who has more than oneself is not edited
    expect((await edit(clerk, id, { roles: [chief], userName: '李四' })).code).toBe('4003');
    const other = await enter();
    expect((await edit(clerk, other.id, { roles: [chief] })).code).toBe('4001');
  });

  it('include only departments in the user’s scope', async () => {
    for (const deptId of [root, west])
      expect((await add(clerk, { deptId: String(deptId) })).data.fields[0].path).toBe('values.deptId');
    const foreign = await enter({ deptId: String(west) });
    for (const [path, data] of [
      ['getUser', { id: foreign.id }],
      ['delUser', { ids: [foreign.id] }],
      ['enableUser', { ids: [foreign.id], enabled: false }],
      ['resetPasswd', { id: foreign.id }],
      ['unlockUser', { ids: [foreign.id] }],
      ['kickUser', { ids: [foreign.id] }],
      ['listLoginLog', { id: foreign.id }],
    ] as const)
      expect([path, (await call(clerk, `user/${path}`, data)).code]).toEqual([path, '4004']);
    expect(await codeOf(foreign.token)).toBe('0');
  });
});

describe('changes to a user', () => {
  it('disabling ends sessions and blocks the login until the account is enabled again', async () => {
    const { id, token, loginName, password } = await enter();
    const heard: string[] = [];
    const stop = server.bus.subscribe('session.ended', ({ prefix }) => void heard.push(prefix));
    expect((await call(clerk, 'user/enableUser', { ids: [id], enabled: false })).data).toEqual({ changed: 1 });
    stop();
    // its sockets close
    expect(heard).toEqual([token.split('.')[0]]);
    expect(await codeOf(token)).toBe('9001');
    await expect(server.login(loginName, password)).rejects.toThrow('4003');
    expect((await call(clerk, 'user/enableUser', { ids: [id], enabled: true })).data).toEqual({ changed: 1 });
    expect(await codeOf(await server.login(loginName, password))).toBe('0');
  });

  it('a new department ends sessions, new roles apply from the next request', async () => {
    const { id, token } = await enter({ roles: [chief] });
    expect((await edit(boss, id, { roles: [viewer] })).code).toBe('0');
    expect((await call(token, 'user/getLoginInfo', {})).data.rights).toEqual(['2']);
    expect((await edit(boss, id, { deptId: String(west) })).code).toBe('0');
    expect(await codeOf(token)).toBe('9001');
  });

  it('login is refused before the start and after the end of the validity period', async () => {
    const { id, token, loginName, password } = await enter();
    await edit(boss, id, { validFrom: server.clock.now + 1_000 });
    expect(await codeOf(token)).toBe('4007');
    await expect(server.login(loginName, password)).rejects.toThrow('4003');
    await edit(boss, id, { validFrom: null, validTo: server.clock.now - 1 });
    await expect(server.login(loginName, password)).rejects.toThrow('4003');
  });

  it('deleting ends sessions and retains the user’s audit log', async () => {
    const { id, token, loginName } = await enter({ roles: [viewer] });
    await call(token, 'user/updateUserDetail', { id, userName: '新名字', mobile: '13900000000' });
    const heard: string[] = [];
    const stop = server.bus.subscribe('session.ended', ({ prefix }) => void heard.push(prefix));
    expect((await call(clerk, 'user/delUser', { ids: [id] })).data).toEqual({ removed: 1 });
    stop();
    // its sockets close
    expect(heard).toEqual([token.split('.')[0]]);
    expect(await codeOf(token)).toBe('4007');
    const rows = await server.db.query<{ action: string }>(sql`select action from audit_log where account = ${loginName}`);
    expect(rows.map(({ action }) => action)).toEqual(['updateUserDetail']);
  });
});

describe('passwords of other users', () => {
  it('are reset to a random or typed value, end sessions, and must be changed at the next login', async () => {
    const { id, token, loginName } = await enter();
    const { data } = await call(clerk, 'user/resetPasswd', { id });
    expect(await codeOf(token)).toBe('4007');
    expect(await codeOf(await server.login(loginName, data.password))).toBe('0');
    const typed = await call(clerk, 'user/resetPasswd', { id, vPasswd: await server.vPasswd('Typed_by_hand_1') });
    expect(typed.data).toEqual({ password: null });
    const next = await server.login(loginName, 'Typed_by_hand_1');
    expect((await call(next, 'user/getLoginInfo', {})).data.userInfo.mustChangePassword).toBe(true);
    for (const [password, message] of [
      ['short', '密码至少 8 位'],
      ['onlyletters', '密码必须包含大写字母、小写字母、数字、下划线或其他符号中的至少三项'],
      ['Password_123', '密码过于常见，容易被猜到，请避免常用词、连续或重复字符和年份'],
    ] as const)
      expect((await call(clerk, 'user/resetPasswd', { id, vPasswd: await server.vPasswd(password) })).msg).toBe(message);
    expect((await call(clerk, 'user/resetPasswd', { id, vPasswd: 'nonsense' })).code).toBe('4001');
    const entries = await server.db.query(sql`select before, after from audit_log where action = 'resetPasswd'`);
    expect(JSON.stringify(entries)).not.toMatch(/Typed_by|vPasswd/);
  });

  it('cannot be reset by users with fewer permissions', async () => {
    const { id } = await enter({ roles: [chief] });
    expect((await call(clerk, 'user/resetPasswd', { id })).msg).toBe('该用户或角色的权限超出您的权限');
    expect((await call(boss, 'user/resetPasswd', { id })).code).toBe('0');
  });
});

describe('a locked user', () => {
  it('can be unlocked, and its logins are listed with the failure reason', async () => {
    const { id, loginName, password } = await enter();
    for (let i = 0; i < 5; i++) await server.login(loginName, 'wrong').catch(() => undefined);
    await expect(server.login(loginName, password)).rejects.toThrow('4029');
    expect((await get(clerk, id)).failures).toBe(5);
    expect((await call(clerk, 'user/unlockUser', { ids: [id] })).data).toEqual({ unlocked: 1 });
    await server.login(loginName, password);
    const { list, pageModel } = (await call(clerk, 'user/listLoginLog', { id })).data;
    expect(list.map(({ reason }: { reason: string | null }) => reason)).toEqual([
      null,
      'locked',
      ...Array.from({ length: 5 }, () => 'badCredentials'),
      null,
    ]);
    expect(pageModel?.total ?? 8).toBe(8);
    expect((await call(clerk, 'user/listLoginLog', { id, ok: true })).data.list).toHaveLength(2);
  });
});

describe('sessions of a user', () => {
  it('are ended by users with permission', async () => {
    const { id, token } = await enter();
    expect(await get(clerk, id)).toMatchObject({ online: true });
    expect((await call(clerk, 'user/kickUser', { ids: [id] })).data).toEqual({ ended: 1 });
    expect(await codeOf(token)).toBe('9001');
    expect(await get(clerk, id)).toMatchObject({ online: false });
  });
});

describe('the user’s own account', () => {
  it('cannot be deleted, disabled, ended or reset by its user', async () => {
    const id = String((await server.db.first<{ id: number }>(sql`select id from account where login_name = 'clerk'`))!.id);
    for (const [path, data] of [
      ['delUser', { ids: [id] }],
      ['enableUser', { ids: [id], enabled: false }],
      ['kickUser', { ids: [id] }],
      ['resetPasswd', { id }],
    ] as const)
      expect([path, (await call(clerk, `user/${path}`, data)).msg]).toEqual([path, '不能对自己的账号执行此操作']);
    const roles = (await get(clerk, id)).roles;
    expect((await edit(clerk, id, { roles, validTo: server.clock.now - 1 })).msg).toBe('不能对自己的账号执行此操作');
    expect(await codeOf(clerk)).toBe('0');
  });
});
