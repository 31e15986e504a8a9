import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

let server: TestServer;
let [root, east, west] = [0, 0, 0];
let [boss, clerk, editor] = ['', '', ''];

const CODES = allPermissions.filter((code) => /^6(03|07|08|15)/.test(code));
const call = async (token: string, path: string, data: object) =>
  (await server.call('POST', path, data, { authorization: token, cookie: 'language=zh' })).body;
const messages = (reply: { data: { fields: { path: string; message: string }[] } }) =>
  Object.fromEntries(reply.data.fields.map(({ path, message }) => [path, message]));

const agent = (more: object = {}) => ({
  agentName: '华东代理',
  agentCode: 'EAST_1',
  deptId: String(east),
  level: 1,
  state: 1,
  contact: '王芳',
  tel: '13800001234',
  ...more,
});
const superior = (more: object = {}) => ({
  platName: '省监管平台',
  deptId: String(east),
  standard: 1,
  linkState: 0,
  ip: 'jt809.example.com',
  port: 9000,
  userId: '10001',
  password: 'abc_123',
  accessCode: '4294967295',
  localIp: '10.0.0.1',
  localPort: 9001,
  heartbeat: 60,
  reconnect: 10,
  encrypt: 0,
  m1: '111111',
  ia1: '222222',
  ic1: '333333',
  coord: 1,
  ...more,
});
const forward = (more: object = {}) => ({
  platName: '集团数据中心',
  deptId: String(east),
  kind: 1,
  host: '10.0.0.9',
  port: 8081,
  state: 0,
  format: 1,
  content: [0, 1],
  filter: 3,
  coord: 1,
  ...more,
});

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  await server.account('boss', root, CODES);
  await server.account('clerk', east, CODES);
  await server.account('editor', east, ['60301', '60302', '60303', '60801', '60802', '60803']);
  [boss, clerk, editor] = [await server.signIn('boss'), await server.signIn('clerk'), await server.signIn('editor')];
});
afterAll(() => server.stop());

describe('agents', () => {
  it('have two levels', async () => {
    const first = await call(boss, 'agent/addAgent', { values: agent() });
    expect(first.code).toBe('0');
    const alone = await call(boss, 'agent/addAgent', { values: agent({ agentName: '二级', agentCode: 'B', level: 2 }) });
    expect(messages(alone)).toEqual({ 'values.parentId': '二级代理商须选择一级代理商作为上级' });
    const second = await call(boss, 'agent/addAgent', {
      values: agent({ agentName: '二级', agentCode: 'B', level: 2, parentId: first.data.id }),
    });
    expect(second.code).toBe('0');
    const below = await call(boss, 'agent/addAgent', {
      values: agent({ agentName: '三级', agentCode: 'C', level: 2, parentId: second.data.id }),
    });
    expect(messages(below)).toHaveProperty(['values.parentId']);
    const sunk = await call(boss, 'agent/editAgent', {
      id: first.data.id,
      version: 1,
      values: agent({ level: 2, parentId: first.data.id }),
    });
    expect(messages(sunk)).toHaveProperty(['values.parentId']);
    const removed = await call(boss, 'agent/delAgent', { ids: [first.data.id] });
    expect(removed).toMatchObject({ code: '4009', data: { fields: [{ path: 'ids', message: '1 个代理商' }] } });
    await call(boss, 'agent/delAgent', { ids: [second.data.id] });
    await call(boss, 'agent/delAgent', { ids: [first.data.id] });
  });

  it('manage companies, with one agent per company, and count their vehicles', async () => {
    const { data: one } = await call(boss, 'agent/addAgent', { values: agent() });
    const { data: two } = await call(boss, 'agent/addAgent', { values: agent({ agentName: '另一家', agentCode: 'D' }) });
    const below = await server.department('华东一队', east);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    await addVehicle(server, { plate: '沪A10001', departmentId: below });
    expect((await call(boss, 'agent/bindDept', { id: one.id, deptIds: [String(east)] })).data).toEqual({ bound: 1 });
    expect((await call(boss, 'agent/getAgent', { id: one.id })).data).toMatchObject({ companies: 1, vehicles: 1, online: 0 });
    expect((await call(boss, 'agent/listDept', { id: one.id })).data.list).toEqual([{ deptId: String(east), deptName: '华东' }]);
    const taken = await call(boss, 'agent/bindDept', { id: two.id, deptIds: [String(east), String(west)] });
    expect(messages(taken)).toEqual({ deptIds: '华东 已分配给其他代理商' });
    expect((await call(boss, 'agent/listDept', { id: two.id })).data.list).toEqual([]);
    expect((await call(clerk, 'agent/bindDept', { id: one.id, deptIds: [String(west)] })).code).toBe('4004');
    const kept = await call(boss, 'agent/delAgent', { ids: [one.id] });
    expect(kept).toMatchObject({ code: '4009', data: { fields: [{ message: '1 家企业' }] } });
    await call(boss, 'agent/bindDept', { id: one.id, deptIds: [] });
    await call(boss, 'agent/delAgent', { ids: [one.id, two.id] });
  });

  it('are enabled only with the permission for it, and not by an edit without it', async () => {
    const { data: added } = await call(editor, 'agent/addAgent', { values: agent() });
    const edit = (token: string, state: number) =>
      call(token, 'agent/editAgent', { id: added.id, version: 1, values: agent({ state }) });
    expect((await edit(editor, 0)).code).toBe('4003');
    expect((await call(editor, 'agent/enableAgent', { ids: [added.id], enabled: false })).code).toBe('4003');
    expect((await call(clerk, 'agent/enableAgent', { ids: [added.id], enabled: false })).data).toEqual({ changed: 1 });
    expect((await call(clerk, 'agent/getAgent', { id: added.id })).data.state).toBe(0);
    await call(boss, 'agent/delAgent', { ids: [added.id] });
  });
});

describe('superior platforms', () => {
  it('store their secrets encrypted, and never return them', async () => {
    const missing = await call(clerk, 'plat/addSuperior', { values: { ...superior(), password: undefined, m1: '' } });
    expect(Object.keys(messages(missing)).sort()).toEqual(['values.m1', 'values.password']);
    const { data: added } = await call(clerk, 'plat/addSuperior', { values: superior() });
    const { data: read } = await call(clerk, 'plat/getSuperior', { id: added.id });
    expect(read).toMatchObject({ password: true, m1: true, encryptKey: false, vehicles: 0, linkState: 0 });
    const columns = sql`select password, m1, ia1, ic1 from superior_platform where id = ${Number(added.id)}`;
    const stored = await server.db.first<Record<string, string>>(columns);
    expect(JSON.stringify(stored)).not.toMatch(/abc_123|111111|222222|333333/);
    // absent fields remain
    const { password: _p, m1: _m, ia1: _a, ic1: _c, ...rest } = superior({ remark: '联调' });
    expect((await call(clerk, 'plat/editSuperior', { id: added.id, version: 1, values: rest })).code).toBe('0');
    expect(await server.db.first(columns)).toEqual(stored);
    const log = await server.db.query<{ entry: string }>(sql`
      select coalesce(before::text, '') || coalesce(after::text, '') as entry from audit_log where area = 'superior'`);
    expect(log.map(({ entry }) => entry).join()).not.toContain('abc_123');
    await call(clerk, 'plat/delSuperior', { ids: [added.id] });
  });

  it('have unique names across departments, and may share the port of the sub-link', async () => {
    const { data: added } = await call(clerk, 'plat/addSuperior', { values: superior() });
    const again = await call(boss, 'plat/addSuperior', { values: superior({ deptId: String(west) }) });
    expect(messages(again)).toEqual({ 'values.platName': '已存在' });
    await call(clerk, 'plat/delSuperior', { ids: [added.id] });
  });

  it('require dependent fields: a key with encryption, hours with backfill', async () => {
    const bare = await call(clerk, 'plat/addSuperior', { values: superior({ encrypt: 1 }) });
    expect(messages(bare)).toEqual({ 'values.encryptKey': '不能为空' });
    const hours = await call(clerk, 'plat/addSuperior', { values: superior({ supplement: true }) });
    expect(messages(hours)).toEqual({ 'values.supplementHours': '不能为空' });
    const bad = await call(clerk, 'plat/addSuperior', { values: superior({ userId: '4294967296', password: '密码', port: 80 }) });
    expect(Object.keys(messages(bad)).sort()).toEqual(['values.password', 'values.port', 'values.userId']);
    const { data: added } = await call(clerk, 'plat/addSuperior', { values: superior({ encrypt: 1, encryptKey: '7' }) });
    const kept = superior({ encrypt: 1, remark: 'x' });
    expect((await call(clerk, 'plat/editSuperior', { id: added.id, version: 1, values: kept })).code).toBe('0');
    await call(clerk, 'plat/delSuperior', { ids: [added.id] });
  });

  it('must be unlinked before they are removed', async () => {
    const { data: added } = await call(clerk, 'plat/addSuperior', { values: superior() });
    expect((await call(editor, 'plat/linkSuperior', { ids: [added.id], linkState: 1 })).code).toBe('4003');
    expect((await call(clerk, 'plat/linkSuperior', { ids: [added.id], linkState: 1 })).data).toEqual({ changed: 1 });
    const refused = await call(clerk, 'plat/delSuperior', { ids: [added.id] });
    expect(refused).toMatchObject({ code: '4009', data: { fields: [{ message: '省监管平台 设为立即链接，请先断开' }] } });
    await call(clerk, 'plat/linkSuperior', { ids: [added.id], linkState: 0 });
    expect((await call(clerk, 'plat/delSuperior', { ids: [added.id] })).data).toEqual({ removed: 1 });
  });
});

describe('superior platform import from a file', () => {
  const headers = (token: string) => ({ authorization: token, cookie: 'language=zh' });
  const ended = async (token: string, id: string) => {
    const task = async () => (await call(token, 'task/getTask', { id })).data;
    await expect.poll(async () => (await task()).state, { timeout: 20_000, interval: 20 }).toBe('done');
    return (await task()).result;
  };
  const send = (token: string, ...rows: readonly object[]) => {
    const lines = [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))].map((cells) => `${cells.join(',')}\r\n`);
    return server.upload('plat/importSuperior', { data: {} }, new File(lines, '上级平台.csv'), headers(token));
  };
  const bring = async (token: string, ...rows: readonly object[]) => {
    const { taskId } = (await send(token, ...rows)).body.data;
    const checked = await ended(token, taskId);
    if (checked.bad > 0) return checked;
    return ended(token, (await call(token, 'plat/applySuperiorImport', { taskId, mode: 'all' })).data.taskId);
  };
  const cells = (more: object = {}) => ({ ...superior(), deptId: '华东', linkState: '0', ...more });
  beforeAll(() => server.jobs.start());

  it('stores secrets encrypted, and empty cells of a later file do not change them', async () => {
    expect(await bring(clerk, cells())).toMatchObject({ adds: 1, applied: true });
    const columns = sql`select password, m1, remark from superior_platform where name = '省监管平台'`;
    const stored = await server.db.first<{ password: string; m1: string }>(columns);
    expect(JSON.stringify(stored)).not.toMatch(/abc_123|111111/);
    const later = { platName: '省监管平台', password: '', m1: '7', remark: '联调' };
    expect(await bring(clerk, later)).toMatchObject({ changes: 1, applied: true });
    const now = await server.db.first<{ password: string; m1: string; remark: string }>(columns);
    expect(now).toMatchObject({ password: stored!.password, remark: '联调' });
    expect(now!.m1).not.toBe(stored!.m1);
    await server.db.run('delete from superior_platform');
  });

  it('requires secrets for new platforms, and permission to add them', async () => {
    const { errors } = await bring(clerk, cells({ m1: '' }));
    expect(errors).toMatchObject([{ header: 'm1', message: '必填' }]);
    const viewer = await server.account('link viewer', east, ['60801', '60803']).then(() => server.signIn('link viewer'));
    expect((await send(viewer, cells())).body.code).toBe('4003');
  });

  it('changes the link state only with permission to link', async () => {
    await bring(clerk, cells());
    const { errors } = await bring(editor, { platName: '省监管平台', linkState: '1' });
    expect(errors).toMatchObject([{ row: 2, message: '无操作权限' }]);
    await server.db.run('delete from superior_platform');
  });
});

describe('forwarding platforms', () => {
  it('require the fields for their kind and filter', async () => {
    const http = await call(clerk, 'forward/addForward', { values: forward({ kind: 3 }) });
    expect(messages(http)).toEqual({ 'values.url': '不能为空' });
    const depts = await call(clerk, 'forward/addForward', { values: forward({ filter: 2 }) });
    expect(messages(depts)).toEqual({ 'values.departments': '不能为空' });
    const foreign = await call(clerk, 'forward/addForward', { values: forward({ filter: 2, departments: [String(west)] }) });
    expect(messages(foreign)).toHaveProperty(['values.departments']);
    const { data: added } = await call(clerk, 'forward/addForward', {
      values: forward({ filter: 2, departments: [String(east)], secret: 'shh' }),
    });
    expect((await call(clerk, 'forward/getForward', { id: added.id })).data).toMatchObject({
      departments: [String(east)],
      departmentNames: ['华东'],
      secret: true,
    });
    expect((await call(clerk, 'forward/enableForward', { ids: [added.id], enabled: true })).data).toEqual({ changed: 1 });
    await call(clerk, 'forward/delForward', { ids: [added.id] });
  });
});

describe('vehicles of a platform', () => {
  it('are bound individually or by departments, counted, and never outside the scope', async () => {
    const { data: plat } = await call(boss, 'plat/addSuperior', { values: superior() });
    const fleet = await server.department('华东二队', east);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    const ids = [
      await addVehicle(server, { plate: '沪B00001', departmentId: east }),
      await addVehicle(server, { plate: '沪B00002', departmentId: fleet }),
      await addVehicle(server, { plate: '川B00003', departmentId: west }),
    ].map(String);
    const bind = (token: string, more: object) => call(token, 'plat/bindCar', { id: plat.id, ...more });
    const plates = async (token: string, more: object = {}) =>
      (await call(token, 'plat/listCar', { id: plat.id, ...more })).data.list.map(({ carNo }: { carNo: string }) => carNo);

    expect((await bind(boss, { addCars: [ids[0], ids[2]] })).data).toEqual({ added: 2, removed: 0 });
    expect((await bind(clerk, { addDepts: [String(fleet)] })).data).toEqual({ added: 1, removed: 0 });
    expect(await plates(boss)).toEqual(['川B00003', '沪B00001', '沪B00002']);
    expect(await plates(clerk)).toEqual(['沪B00001', '沪B00002']);
    expect(await plates(boss, { carNo: 'b0000' })).toHaveLength(3);
    // already bound the second time
    expect((await bind(boss, { addCars: [ids[0]] })).data).toEqual({ added: 0, removed: 0 });
    expect((await bind(clerk, { addCars: [ids[2]] })).code).toBe('4004');
    expect((await bind(clerk, { addDepts: [String(west)] })).code).toBe('4004');
    expect((await bind(clerk, { removeCars: [ids[2]] })).data).toEqual({ added: 0, removed: 0 });
    expect((await call(boss, 'plat/getSuperior', { id: plat.id })).data.vehicles).toBe(3);
    await server.db.run(sql`update vehicle set deleted_at = now() where id = ${Number(ids[1])}`);
    expect(await plates(boss)).toEqual(['川B00003', '沪B00001']);
    expect((await bind(boss, { removeDepts: [String(root)] })).data.removed).toBe(3);
    expect(await plates(boss)).toEqual([]);
    const { data: away } = await call(boss, 'plat/addSuperior', {
      values: superior({ platName: '别处', localPort: 9100, deptId: String(west) }),
    });
    expect((await call(clerk, 'plat/listCar', { id: away.id })).code).toBe('4004');
    expect((await call(clerk, 'plat/bindCar', { id: away.id, addCars: [ids[0]] })).code).toBe('4004');
  });

  it('prevent the removal of their operator', async () => {
    const values = { operatorName: '北斗运营', kind: 1, deptId: String(east), state: 1, contact: '王芳', tel: '021-61234567' };
    const { data: added } = await call(clerk, 'operator/addOperator', { values });
    const car = await addVehicle(server, { plate: '沪C00001', departmentId: east });
    await call(clerk, 'operator/bindCar', { id: added.id, addCars: [String(car)] });
    const refused = await call(clerk, 'operator/delOperator', { ids: [added.id] });
    expect(refused).toMatchObject({ code: '4009', data: { fields: [{ message: '1 辆车' }] } });
    await call(clerk, 'operator/bindCar', { id: added.id, removeCars: [String(car)] });
    expect((await call(clerk, 'operator/delOperator', { ids: [added.id] })).code).toBe('0');
  });
});
