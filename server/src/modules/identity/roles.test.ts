import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';
import { ensureBuiltInRoles } from './built-in-roles.ts';

let server: TestServer;
let [root, east, west] = [0, 0, 0];
let [boss, clerk] = ['', ''];
let builtIn: ReadonlyMap<string, number>;

const CLERK = ['2', '6', '604', '60401', '606', '60601', '60602', '60603', '60604', '60614', '60615'];

const call = async (token: string, path: string, data: object) =>
  (await server.call('POST', path, data, { authorization: token, cookie: 'language=zh' })).body;
let count = 0;
const values = (more: object = {}) => ({
  roleName: `角色${++count}`,
  deptId: String(east),
  enabled: true,
  codes: ['2'],
  ...more,
});
const add = (token: string, more: object = {}) => call(token, 'role/addRole', { values: values(more) });
const get = async (token: string, id: string) => (await call(token, 'role/getRole', { id })).data;
const names = async (token: string, path: string, data: object = {}) =>
  (await call(token, path, data)).data.list.map((row: Record<string, string>) => row['roleName'] ?? row['loginName']);

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  builtIn = await ensureBuiltInRoles(server.db);
  await server.account('boss', root, allPermissions);
  await server.account('clerk', east, CLERK);
  [boss, clerk] = [await server.login('boss'), await server.login('clerk')];
});
afterAll(() => server.stop());

describe('permissions of a role', () => {
  it('include their parent groups, and unknown codes are omitted', async () => {
    const { data } = await add(clerk, { codes: ['60401', '99999999'] });
    expect((await get(clerk, data.id)).codes.toSorted()).toEqual(['6', '604', '60401']);
  });

  it('are limited to those of the editor; a role with more permissions cannot be edited', async () => {
    expect((await add(clerk, { codes: ['2', '70203'] })).data.fields).toEqual([
      { path: 'values.codes', message: '包含 3 项您没有的权限' },
    ]);
    const { data } = await add(boss, { codes: ['2', '70203'] });
    const { codes, version, ...record } = await get(clerk, data.id);
    const edited = { roleName: record.roleName, deptId: record.deptId, enabled: true };
    const edit = (more: readonly string[]) =>
      call(clerk, 'role/editRole', { id: data.id, version, values: { ...edited, codes: [...codes, ...more] } });
    expect((await edit([])).code).toBe('4003');
    const { data: own } = await add(clerk);
    const widened = { id: own.id, version: 1, values: { ...edited, roleName: '更多', codes: ['2', '705'] } };
    expect((await call(clerk, 'role/editRole', widened)).data.fields[0].path).toBe('values.codes');
  });

  it('take effect with the next request', async () => {
    const { data } = await add(boss);
    const id = await server.account('worker', east, []);
    await server.db.run(sql`update account_role set role_id = ${Number(data.id)} where account_id = ${id}`);
    const token = await server.login('worker');
    const rights = async () => (await call(token, 'user/getLoginInfo', {})).data.rights;
    expect(await rights()).toEqual(['2']);
    await call(boss, 'role/editRole', { id: data.id, version: 1, values: values({ codes: ['3'] }) });
    expect(await rights()).toEqual(['3']);
    await call(boss, 'role/editRole', { id: data.id, version: 2, values: values({ codes: ['3'], enabled: false }) });
    expect(await rights()).toEqual([]);
  });
});

describe('a role', () => {
  it('has a unique name in its department and console', async () => {
    const { data } = await add(boss, { roleName: '调度' });
    expect((await add(boss, { roleName: '调度' })).data.fields).toEqual([{ path: 'values.roleName', message: '已存在' }]);
    expect((await add(boss, { roleName: '调度', deptId: String(west) })).code).toBe('0');
    expect((await call(boss, 'roleSF/addRoleSF', { values: values({ roleName: '调度' }) })).code).toBe('0');
    expect(await names(boss, 'roleSF/listRoleSF', { roleName: '调度' })).toEqual(['调度']);
    expect((await call(boss, 'roleSF/getRoleSF', { id: data.id })).code).toBe('4004');
  });

  it('is visible to its own and superior departments, and can be assigned in subordinate departments too', async () => {
    const { data: foreign } = await add(boss, { roleName: '西部专用', deptId: String(west) });
    const { data: above } = await add(boss, { roleName: '集团通用', deptId: String(root) });
    expect(await names(clerk, 'role/listRole', { roleName: '专用' })).toEqual([]);
    for (const [path, data] of [
      ['getRole', { id: foreign.id }],
      ['delRole', { ids: [foreign.id] }],
      ['copyRole', { id: foreign.id, roleName: '复制', deptId: String(east) }],
      ['bindUser', { id: foreign.id, add: [] }],
      ['listRoleUser', { id: foreign.id }],
      ['delRole', { ids: [above.id] }],
    ] as const)
      expect([path, (await call(clerk, `role/${path}`, data)).code]).toEqual([path, '4004']);
    const options = (await call(clerk, 'role/optionRole', {})).data.list.map(({ name }: { name: string }) => name);
    expect(options).toContain('集团通用');
    expect(options).toContain('监控员');
    expect(options).not.toContain('西部专用');
  });

  it('that is built in is visible to all users, and cannot be changed', async () => {
    const id = String(builtIn.get('monitor'));
    const record = await get(clerk, id);
    expect(record).toMatchObject({ key: 'monitor', deptId: null });
    expect(record.codes).toContain('2');
    expect((await get(boss, (await add(boss)).data.id)).key).toBeNull();
    const edit = { id, version: record.version, values: values({ roleName: '改名' }) };
    expect((await call(boss, 'role/editRole', edit)).msg).toBe('内置或公共数据不能修改、删除');
    expect((await call(boss, 'role/delRole', { ids: [id] })).code).toBe('4003');
  });

  it('with assigned users cannot be removed', async () => {
    const { data } = await add(boss);
    const id = await server.account('holder', east, ['2']);
    await call(boss, 'role/bindUser', { id: data.id, add: [String(id)] });
    expect(await call(boss, 'role/delRole', { ids: [data.id] })).toMatchObject({
      code: '4009',
      data: { fields: [{ path: 'ids', message: '1 个用户' }] },
    });
    await call(boss, 'role/bindUser', { id: data.id, remove: [String(id)] });
    expect((await call(boss, 'role/delRole', { ids: [data.id] })).data).toEqual({ removed: 1 });
  });

  it('prevents the removal of its department', async () => {
    const empty = await server.department('空部门', root);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    await add(boss, { deptId: String(empty) });
    expect((await call(boss, 'dept/delDept', { ids: [String(empty)] })).data.fields).toEqual([
      { path: 'ids', message: '1 个角色' },
    ]);
  });
});

describe('a copy of a role', () => {
  it('has only the permissions that the copying user holds, and no users', async () => {
    const id = String(builtIn.get('superAdministrator'));
    const { data } = await call(clerk, 'role/copyRole', { id, roleName: '副本', deptId: String(east) });
    const copy = await get(clerk, data.id);
    expect(copy.codes.toSorted()).toEqual(CLERK.toSorted());
    expect(copy).toMatchObject({ roleName: '副本', users: 0, key: null });
    const again = await call(clerk, 'role/copyRole', { id, roleName: '副本', deptId: String(east) });
    expect(again.data.fields).toEqual([{ path: 'values.roleName', message: '已存在' }]);
    const elsewhere = await call(clerk, 'role/copyRole', { id, roleName: '副本', deptId: String(west) });
    expect(elsewhere.data.fields[0].path).toBe('values.deptId');
  });
});

describe('users of a role', () => {
  it('are assigned and removed, within the caller’s scope and permissions', async () => {
    const { data } = await add(clerk, { codes: ['604'] });
    const mine = String(await server.account('mine', east, ['2']));
    const foreign = String(await server.account('foreign', west, ['2']));
    const token = await server.login('mine');
    expect((await call(clerk, 'role/bindUser', { id: data.id, add: [mine, foreign] })).code).toBe('4004');
    expect(await names(clerk, 'role/listRoleUser', { id: data.id, free: true })).toContain('mine');
    expect((await call(clerk, 'role/bindUser', { id: data.id, add: [mine] })).data).toEqual({ added: 1, removed: 0 });
    expect((await call(token, 'user/getLoginInfo', {})).data.rights).toContain('604');
    expect(await names(clerk, 'role/listRoleUser', { id: data.id })).toEqual(['mine']);
    expect(await names(clerk, 'role/listRoleUser', { id: data.id, free: true })).not.toContain('foreign');
    const beyond = await call(clerk, 'role/bindUser', { id: String(builtIn.get('superAdministrator')), add: [mine] });
    expect(beyond.msg).toBe('该用户或角色的权限超出您的权限');
    expect((await call(clerk, 'role/bindUser', { id: data.id, remove: [mine] })).data).toEqual({ added: 0, removed: 1 });
    expect((await call(token, 'user/getLoginInfo', {})).data.rights).not.toContain('604');
  });
});

describe('names of built-in roles', () => {
  let head = '';
  beforeAll(async () => {
    await server.account('head', root, allPermissions);
    head = await server.login('head');
  });
  const inLanguage = async (language: string, path: string, data: object = {}) =>
    (await server.call('POST', path, data, { authorization: head, cookie: `language=${language}` })).body.data;

  it('are in the requested language: in lists, records, options and with users', async () => {
    const id = String(builtIn.get('superAdministrator'));
    const roles = (await inLanguage('en', 'role/listRole')).list as readonly Record<string, string>[];
    expect(roles.find((row) => row['id'] === id)?.['roleName']).toBe('Super administrator');
    expect((await inLanguage('es', 'role/getRole', { id })).roleName).toBe('Superadministrador');
    expect((await inLanguage('en', 'role/optionRole', { ids: [id] })).list).toEqual([{ id, name: 'Super administrator' }]);
    expect((await inLanguage('en', 'role/optionRole', { text: 'super a' })).list).toEqual([{ id, name: 'Super administrator' }]);
    const user = { loginName: 'named', userName: '有名', deptId: String(east), roles: [id], mobile: '13812345678' };
    await call(head, 'user/addUser', { values: user });
    const { list } = await inLanguage('en', 'user/listUser', { loginName: 'named' });
    expect(list[0].roleNames).toEqual(['Super administrator']);
  });

  it('do not change the names of custom roles', async () => {
    const { data } = await add(head, { roleName: 'agent' });
    expect((await inLanguage('en', 'role/getRole', { id: data.id })).roleName).toBe('agent');
  });
});
