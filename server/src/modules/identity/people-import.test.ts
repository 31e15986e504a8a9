import { builtInRoles } from '@fleetwarden/contract/identity/built-in-roles';
import { allPermissions, withAncestors } from '@fleetwarden/contract/permission-tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableFiles } from '../../../test/support/files/workbooks.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';
import { formatCsvLine } from '../../platform/files/csv.ts';
import { ensureBuiltInRoles } from './built-in-roles.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const CLERK = ['2', '604', '60401', '60402', '60403', '60404', '606', '60601', '60602', '60603', '60604'];

let server: TestServer;
let [root, east] = [0, 0];
let [boss, clerk, adder, viewer] = ['', '', '', ''];
const files = tableFiles();

type Line = Readonly<Record<string, string>>;
const csv = (...rows: readonly Line[]) => {
  const keys = Object.keys(rows[0]!);
  return [formatCsvLine(keys), ...rows.map((row) => formatCsvLine(keys.map((key) => row[key] ?? '')))].join('');
};
let count = 0;
const user = (more: Line = {}): Line => ({
  操作: '',
  loginName: `user${++count}`,
  userName: '李静',
  deptId: '华东',
  roles: '查看',
  mobile: '13800001234',
  ...more,
});
const role = (more: Line = {}): Line => ({ 操作: '', roleName: `角色${++count}`, deptId: '华东', codes: '2', ...more });

const headers = (token: string) => ({ authorization: token, cookie: 'language=zh' });
const call = async (token: string, path: string, data: object = {}) =>
  (await server.call('POST', path, data, headers(token))).body;
const ended = async (token: string, id: string) => {
  const state = async () => (await call(token, 'task/getTask', { id })).data.state;
  await expect.poll(state, WAIT).toSatisfy((found) => ['done', 'failed'].includes(found as string));
  return (await call(token, 'task/getTask', { id })).data;
};
type Noun = 'User' | 'Role' | 'UserSF' | 'RoleSF';
const pathOf = (noun: Noun) => noun.charAt(0).toLowerCase() + noun.slice(1);
const send = (token: string, noun: Noun, content: string) =>
  server.upload(`${pathOf(noun)}/import${noun}`, { data: {} }, new File([content], '人员.csv'), headers(token));
const check = async (token: string, noun: Noun, ...rows: readonly Line[]) => {
  const { body } = await send(token, noun, csv(...rows));
  expect(body.code).toBe('0');
  return ended(token, body.data.taskId);
};
const faults = async (token: string, noun: Noun, ...rows: readonly Line[]) =>
  (await check(token, noun, ...rows)).result.errors.map((each: { cell: string; message: string }) => [each.cell, each.message]);
const apply = async (token: string, noun: Noun, taskId: string, mode: 'all' | 'good' = 'all') => {
  const { data } = await call(token, `${pathOf(noun)}/apply${noun}Import`, { taskId, mode });
  return { ...(await ended(token, data.taskId)), key: data.key as string | undefined };
};
const bring = async (token: string, noun: Noun, ...rows: readonly Line[]) => {
  const checked = await check(token, noun, ...rows);
  expect(checked.result.errors).toEqual([]);
  return apply(token, noun, checked.id);
};
const tell = (token: string, taskId: string, key: string) => call(token, 'user/tellUserImport', { taskId, key });
const codesOf = async (roleName: string) =>
  (await server.db.first<{ codes: string[] }>(sql`select codes from role where name = ${roleName}`))?.codes.toSorted();
const accounts = async () =>
  (await server.db.query<{ name: string }>(sql`select login_name as name from account where login_name like 'user%'`)).map(
    ({ name }) => name,
  );

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  east = await server.department('华东', root);
  await server.department('华西', root);
  await ensureBuiltInRoles(server.db);
  await server.account('boss', root, allPermissions);
  await server.account('clerk', east, CLERK);
  await server.account('adder', east, ['2', '604', '60401', '60402']);
  await server.account('viewer', east, ['2', '604', '60401', '60403', '60404', '606', '60601', '60603', '60604']);
  boss = await server.login('boss');
  clerk = await server.login('clerk');
  adder = await server.login('adder');
  viewer = await server.login('viewer');
  for (const [roleName, codes] of [
    ['查看', ['2']],
    ['主管', ['2', '70203']],
  ] as const)
    await call(boss, 'role/addRole', { values: { roleName, deptId: String(root), enabled: true, codes } });
  server.jobs.start();
});
afterAll(async () => {
  await server.stop();
  await files.remove();
});

describe('user import from a file', () => {
  it('validates rows without changing data, then adds users with roles and department by name', async () => {
    const checked = await check(clerk, 'User', user({ loginName: 'userA', roles: '查看', validTo: '2030-01-01 08:00' }));
    expect(checked.result).toMatchObject({ adds: 1, bad: 0, applied: false });
    expect(checked.result.told).toBeUndefined();
    expect(await accounts()).not.toContain('userA');
    expect((await apply(clerk, 'User', checked.id)).result).toMatchObject({ adds: 1, applied: true });
    const { list } = (await call(clerk, 'user/listUser', { loginName: 'userA' })).data;
    expect(list).toMatchObject([{ deptName: '华东', roleNames: ['查看'], enabled: true, validTo: Date.UTC(2030, 0, 1) }]);
    const follows = sql`
      select f.kind, f.object_id as id from follow f join account a on a.id = f.account_id where a.login_name = 'userA'`;
    expect(await server.db.query(follows)).toEqual([{ kind: 'department', id: east }]);
  });

  it('creates passwords that are shown to the importer once and stored nowhere in plain text', async () => {
    const rows = [user(), user()];
    const names = rows.map(({ loginName }) => loginName!);
    const done = await bring(clerk, 'User', ...rows);
    expect((await tell(boss, done.id, done.key!)).code).toBe('4004');
    const { data } = await tell(clerk, done.id, done.key!);
    expect(data.list.map((each: Line) => each['loginName'])).toEqual(names);
    const passwords: string[] = data.list.map((each: Line) => each['password']);
    expect(new Set(passwords).size).toBe(2);
    for (const password of passwords) expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    const token = await server.login(names[0]!, passwords[0]);
    expect((await call(token, 'user/getUserDetail')).code).toBe('4003');

    expect((await tell(clerk, done.id, done.key!)).code).toBe('4004');
    expect((await ended(clerk, done.id)).result.told).toBeUndefined();
    const kept = JSON.stringify([
      await server.db.query('select * from task'),
      await server.db.query('select * from audit_log'),
      await server.db.query('select * from account'),
      server.logged,
    ]);
    for (const secret of [...passwords, done.key!]) expect(kept).not.toContain(secret);
  });

  it('stores passwords encrypted until they are shown, and a wrong key deletes them', async () => {
    const done = await bring(clerk, 'User', user());
    const row = await server.db.first<{ result: { told: string } }>(sql`select result from task where id = ${Number(done.id)}`);
    expect(row!.result.told).toMatch(/^[\w-]+\.[\w-]+$/);
    expect((await tell(clerk, done.id, 'another')).code).toBe('4004');
    // a wrong guess has deleted it
    expect((await tell(clerk, done.id, done.key!)).code).toBe('4004');
    expect((await bring(clerk, 'User', user({ loginName: 'userA', userName: '王芳' }))).result.told).toBeUndefined();
  });

  it('changes known users and their roles, and removes users and ends their sessions', async () => {
    const own = user();
    const name = own['loginName']!;
    const done = await bring(boss, 'User', own);
    const [{ password }] = (await tell(boss, done.id, done.key!)).data.list;
    const token = await server.login(name, password);
    const heard: string[] = [];
    const stop = server.bus.subscribe('session.ended', ({ prefix }) => void heard.push(prefix));
    const changed = await bring(boss, 'User', { 操作: '修改', loginName: name, roles: '查看；主管' });
    expect(changed.result).toMatchObject({ changes: 1, adds: 0, applied: true });
    expect((await call(boss, 'user/listUser', { loginName: name })).data.list[0].roleNames.toSorted()).toEqual(
      ['查看', '主管'].toSorted(),
    );
    expect(heard).toEqual([]);
    expect((await bring(boss, 'User', { 操作: '删除', loginName: name })).result).toMatchObject({ removes: 1, applied: true });
    stop();
    expect(heard).toEqual([token.split('.')[0]]);
    expect(await accounts()).not.toContain(name);
  });

  it('applies all rows or only the valid ones, and names each invalid cell', async () => {
    const rows = [user(), user({ mobile: '1' }), user({ roles: '没有' }), user({ loginName: '王' })];
    const checked = await check(clerk, 'User', ...rows);
    expect(checked.result.errors.map(({ cell }: { cell: string }) => cell)).toEqual(['F3', 'E4', 'B5']);
    const all = await apply(clerk, 'User', checked.id);
    expect(all.result).toMatchObject({ applied: false });
    expect(all.result.told).toBeUndefined();
    expect(await accounts()).not.toContain(rows[0]!['loginName']);
    const good = await apply(clerk, 'User', checked.id, 'good');
    expect(good.result).toMatchObject({ adds: 1, bad: 3, applied: true });
    expect((await tell(clerk, good.id, good.key!)).data.list).toHaveLength(1);
  });

  it('requires unique login names, case-insensitively', async () => {
    const own = user();
    await bring(boss, 'User', own);
    const shout = own['loginName']!.toUpperCase();
    expect(await faults(boss, 'User', user({ loginName: shout }))).toEqual([['B2', '已存在']]);
  });
});

describe('a user who imports users', () => {
  it('needs permission to add users, and the matching permissions to change and remove them', async () => {
    expect((await send(viewer, 'User', csv(user()))).body.code).toBe('4003');
    expect((await call(viewer, 'user/getUserTemplate', {})).code).toBe('4003');
    const own = user();
    expect((await bring(adder, 'User', own)).result).toMatchObject({ adds: 1 });
    expect(await faults(adder, 'User', { ...own, userName: '王芳' }, { ...user(), 操作: '删除' })).toEqual([
      ['A2', '没有“修改”的权限'],
      ['A3', '没有“删除”的权限'],
    ]);
  });

  it('cannot assign a role with permissions that the importer lacks, to new or existing users', async () => {
    const own = user();
    await bring(clerk, 'User', own);
    const beyond = '只能分配您拥有全部权限的角色';
    expect(await faults(clerk, 'User', user({ roles: '查看、主管' }), { ...own, roles: '主管' })).toEqual([
      ['E2', beyond],
      ['E3', beyond],
    ]);
    expect(await faults(clerk, 'User', user({ roles: '超级管理员' }))).toEqual([['E2', beyond]]);
  });

  it('cannot access departments next to or above their own, nor users there', async () => {
    for (const deptId of ['集团', '华西'])
      expect(await faults(clerk, 'User', user({ deptId }))).toEqual([['D2', `找不到“${deptId}”，或无权使用`]]);
    const foreign = user({ deptId: '华西' });
    await bring(boss, 'User', foreign);
    const { loginName } = foreign;
    expect(await faults(clerk, 'User', user({ loginName: loginName! }))).toEqual([['B2', '已存在']]);
    expect(await faults(clerk, 'User', { 操作: '删除', loginName: loginName! })).toEqual([['B2', '没有找到对应的记录']]);
    expect(await faults(clerk, 'User', { 操作: '修改', loginName: loginName!, deptId: '华东' })).toEqual([
      ['B2', '没有找到对应的记录'],
    ]);
  });

  it('cannot remove their own account or the last user administrator', async () => {
    expect(await faults(boss, 'User', { 操作: '删除', loginName: 'boss' })).toHaveLength(1);
    expect(await accounts()).not.toContain('boss');
  });

  it('must still have the permissions when the import is applied, not only when it was validated', async () => {
    const checked = await check(clerk, 'User', user({ roles: '查看' }));
    await server.db.run(sql`update role set codes = array_remove(codes, '2') where name = 'role of clerk'`);
    expect((await apply(clerk, 'User', checked.id)).result).toMatchObject({ applied: false, bad: 1 });
    await server.db.run(sql`update role set codes = array_append(codes, '2') where name = 'role of clerk'`);
  });
});

describe('a role in an import file', () => {
  it('needs its department as a prefix if several roles have the same name', async () => {
    await bring(boss, 'Role', role({ roleName: '值班' }), role({ roleName: '值班', deptId: '华西' }));
    expect(await faults(boss, 'User', user({ roles: '值班' }))).toEqual([
      ['E2', expect.stringMatching(/^有多个“值班”，请在前面写上部门，如 华[东西]\/值班$/)],
    ]);
    const own = user({ roles: '查看、华东/值班' });
    expect((await bring(boss, 'User', own)).result).toMatchObject({ adds: 1 });
    const { list } = (await call(boss, 'user/listUser', { loginName: own['loginName'] })).data;
    const known = await server.db.first<{ id: number }>(sql`select id from role where name = '值班' and department_id = ${east}`);
    expect(list[0].roles).toContain(String(known?.id));
    // roles of other departments cannot be named
    expect(await faults(clerk, 'User', user({ roles: '华西/值班' }))).toEqual([['E2', '找不到“华西/值班”，或无权使用']]);
    expect((await check(clerk, 'User', user({ roles: '值班' }))).result).toMatchObject({ bad: 0 });
  });
});

describe('role import from a file', () => {
  it('accepts permissions as built-in roles, pages, buttons or codes', async () => {
    const monitor = builtInRoles.find(({ key }) => key === 'monitor')!.codes;
    const rows = [
      role({ roleName: '照内置', codes: '监控员' }),
      role({ roleName: '照英文', codes: 'monitoring OPERATOR; 60101' }),
      role({ roleName: '照页面', codes: '用户管理，信息管理/角色管理/查看' }),
      role({ roleName: '照代码', codes: '60401' }),
    ];
    expect((await bring(boss, 'Role', ...rows)).result).toMatchObject({ adds: 4, applied: true });
    expect(await codesOf('照内置')).toEqual([...monitor].toSorted());
    expect(await codesOf('照英文')).toEqual([...withAncestors([...monitor, '60101'])].toSorted());
    const users = allPermissions.filter((code) => code.startsWith('604'));
    expect(await codesOf('照页面')).toEqual([...withAncestors([...users, '60601'])].toSorted());
    expect(await codesOf('照代码')).toEqual(['6', '604', '60401']);
    const { list } = (await call(boss, 'role/listRole', { roleName: '照代码' })).data;
    expect(list).toMatchObject([{ deptName: '华东', enabled: true }]);
  });

  it('names an unknown permission, and requires a qualified name for an ambiguous one', async () => {
    expect(await faults(boss, 'Role', role({ codes: '2，飞行' }), role({ codes: '新增' }), role({ codes: '' }))).toEqual([
      ['D2', '没有权限“飞行”'],
      ['D3', expect.stringMatching(/^“新增”对应多项权限，请写“上级\/名称”或代码，如 \d+$/)],
      ['D4', expect.any(String)],
    ]);
  });

  it('finds roles by name and department, changes and removes them', async () => {
    const own = role({ codes: '2' });
    await bring(boss, 'Role', own, { ...own, deptId: '华西' });
    expect((await bring(clerk, 'Role', { ...own, codes: '604' })).result).toMatchObject({ changes: 1, adds: 0 });
    const codes = sql`select d.name, r.codes from role r join department d on d.id = r.department_id where r.name = ${own['roleName']} order by d.id`;
    expect(await server.db.query(codes)).toEqual([
      { name: '华东', codes: expect.arrayContaining(['604']) },
      { name: '华西', codes: ['2'] },
    ]);
    expect((await bring(clerk, 'Role', { ...own, 操作: '删除' })).result).toMatchObject({ removes: 1 });
    expect(await server.db.query(codes)).toMatchObject([{ name: '华西' }]);
  });

  it('refuses permissions that the importer lacks', async () => {
    const own = role();
    await bring(clerk, 'Role', own);
    expect(
      await faults(clerk, 'Role', role({ codes: '2，70203' }), { ...own, codes: '705' }, role({ codes: '超级管理员' })),
    ).toEqual([
      ['D2', '包含 3 项您没有的权限'],
      ['D3', expect.stringContaining('您没有的权限')],
      ['D4', expect.stringContaining('您没有的权限')],
    ]);
  });

  it('is limited to departments in the importer’s scope, and does not change built-in roles', async () => {
    expect(await faults(clerk, 'Role', role({ deptId: '集团' }), role({ deptId: '华西' }))).toEqual([
      ['C2', '找不到“集团”，或无权使用'],
      ['C3', '找不到“华西”，或无权使用'],
    ]);
    const { result } = await check(clerk, 'Role', role({ roleName: '监控员', codes: '2' }));
    expect(result).toMatchObject({ adds: 1, changes: 0 });
    expect((await send(viewer, 'Role', csv(role()))).body.code).toBe('4003');
    expect((await send(adder, 'Role', csv(role()))).body.code).toBe('4003');
  });

  it('returns no key, because there are no passwords to show', async () => {
    expect((await bring(clerk, 'Role', role())).key).toBeUndefined();
  });
});

describe('the other console', () => {
  it('has its own users and roles in imports', async () => {
    await bring(boss, 'RoleSF', role({ roleName: 'SF 调度', codes: '监控员' }));
    expect(await faults(boss, 'UserSF', user({ roles: '查看' }))).toEqual([['E2', '找不到“查看”，或无权使用']]);
    expect(await faults(boss, 'User', user({ roles: 'SF 调度' }))).toEqual([['E2', '找不到“SF 调度”，或无权使用']]);
    const own = user({ roles: 'SF 调度' });
    const done = await bring(boss, 'UserSF', own);
    const { list } = (await call(boss, 'userSF/tellUserSFImport', { taskId: done.id, key: done.key })).data;
    expect(list).toMatchObject([{ loginName: own['loginName'] }]);
    expect((await call(boss, 'user/listUser', { loginName: own['loginName'] })).data.list).toEqual([]);
    // a file of one console changes no account of the other
    expect(await faults(boss, 'User', { 操作: '删除', loginName: own['loginName']! })).toEqual([['B2', '没有找到对应的记录']]);
  });
});

describe('an import template', () => {
  it.each(['User', 'Role', 'UserSF', 'RoleSF'] as const)(
    'of %s contains instructions, and its example rows are not imported',
    async (noun) => {
      const { data } = await call(boss, `${pathOf(noun)}/get${noun}Template`, { format: 'csv' });
      const { rawPayload } = await server.http.app.inject(data.url);
      const [titles, ...rows] = await files.cells(rawPayload);
      expect(titles).toContain(noun.startsWith('User') ? '登录名' : '权限');
      if (noun.startsWith('Role')) expect(rows[0]).toContain('监控员');
      const { body } = await send(boss, noun, rawPayload.toString('utf8'));
      expect((await ended(boss, body.data.taskId)).result).toMatchObject({ good: 0, bad: 0 });
    },
  );
});
