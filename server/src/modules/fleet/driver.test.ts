import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

let server: TestServer;
let [root, east, west] = [0, 0, 0];
let [boss, clerk] = ['', ''];

const ID_CARDS = ['11010519491231002X', '440308199901101512', '110101199003070214', '110101199003071874'];
const values = (more: object = {}) => ({
  driverName: '王芳',
  deptId: String(east),
  mobile: '13800001234',
  idCard: ID_CARDS[0],
  state: 1,
  licenceNo: '110105194912310021',
  licenceClass: 'A1',
  licenceTo: '2030-01-01',
  qualNo: 'Q12345678',
  qualType: [1, 3],
  qualTo: '2029-12-31',
  ...more,
});
const call = async (token: string, path: string, data: object) =>
  (await server.call('POST', path, data, { authorization: token, cookie: 'language=zh' })).body;
const add = (token: string, more: object = {}) => call(token, 'driver/addDriver', { values: values(more) });
const get = async (token: string, id: string) => (await call(token, 'driver/getDriver', { id })).data;

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  const codes = ['605', '60501', '60502', '60503', '60504'];
  await server.account('boss', root, codes);
  await server.account('clerk', east, codes);
  [boss, clerk] = [await server.signIn('boss'), await server.signIn('clerk')];
});
afterAll(() => server.stop());

describe('records of drivers', () => {
  it('are added, read masked, changed with a version check and removed', async () => {
    const { data: added } = await add(clerk);
    const record = await get(clerk, added.id);
    expect(record).toMatchObject({
      driverName: '王芳',
      deptId: String(east),
      deptName: '华东',
      mobile: '138****1234',
      idCard: '110***********002X',
      qualType: [1, 3],
      licenceTo: '2030-01-01',
      sex: null,
      version: 1,
    });
    const stored = await server.db.first<{ id_card: string }>(sql`select id_card from driver where id = ${Number(added.id)}`);
    expect(stored!.id_card).not.toContain('1101');
    // unchanged masks change nothing
    const edit = { id: added.id, version: 1, values: values({ mobile: record.mobile, idCard: record.idCard, sex: 2 }) };
    expect((await call(clerk, 'driver/editDriver', edit)).code).toBe('0');
    expect(await get(clerk, added.id)).toMatchObject({ mobile: '138****1234', idCard: '110***********002X', sex: 2, version: 2 });
    expect((await call(boss, 'driver/editDriver', edit)).code).toBe('4010');
    expect((await call(clerk, 'driver/delDriver', { ids: [added.id] })).data).toEqual({ removed: 1 });
    expect((await call(clerk, 'driver/getDriver', { id: added.id })).code).toBe('4004');
  });

  it('return validation errors field by field in the caller’s language', async () => {
    const { code, data } = await add(clerk, {
      driverName: 'Bob',
      idCard: '110105194912310021',
      mobile: '',
      licenceTo: '2026-02-30',
    });
    expect(code).toBe('4001');
    const messages = Object.fromEntries(data.fields.map((each: { path: string; message: string }) => [each.path, each.message]));
    expect(messages).toMatchObject({
      'values.driverName': '请输入正确的姓名',
      'values.idCard': '请输入正确的二代身份证号',
      'values.mobile': '必填',
    });
    expect(Object.keys(messages)).toContain('values.licenceTo');
    const order = await add(clerk, { licenceFrom: '2031-01-01' });
    expect(order.data.fields).toEqual([{ path: 'values.licenceTo', message: '结束不能早于开始' }]);
  });

  it('have unique identity numbers, even if two users add the same one concurrently', async () => {
    const { data: first } = await add(clerk, { idCard: ID_CARDS[1] });
    const twice = await add(boss, { idCard: ID_CARDS[1], deptId: String(west) });
    expect(twice.data.fields).toEqual([{ path: 'values.idCard', message: '已存在' }]);
    const [one, other] = await Promise.all([add(boss, { idCard: ID_CARDS[2] }), add(clerk, { idCard: ID_CARDS[2] })]);
    expect([one.code, other.code].sort()).toEqual(['0', '4001']);
    await call(boss, 'driver/delDriver', { ids: [first.id] });
  });

  it('stay within the caller’s scope', async () => {
    const { data: foreign } = await add(boss, { deptId: String(west), idCard: ID_CARDS[3], driverName: '李静' });
    expect((await call(clerk, 'driver/getDriver', { id: foreign.id })).code).toBe('4004');
    expect((await call(clerk, 'driver/editDriver', { id: foreign.id, version: 1, values: values() })).code).toBe('4004');
    expect((await call(clerk, 'driver/delDriver', { ids: [foreign.id] })).code).toBe('4004');
    const into = await add(clerk, { deptId: String(west) });
    expect(into.data.fields).toEqual([{ path: 'values.deptId', message: '所选数据不存在或无权使用' }]);
    const names = async (token: string, filter: object = {}) =>
      (await call(token, 'driver/listDriver', filter)).data.list.map((each: { driverName: string }) => each.driverName);
    expect(await names(clerk)).not.toContain('李静');
    expect(await names(boss, { driverName: '李' })).toEqual(['李静']);
    expect(await names(boss, { inDept: String(east) })).not.toContain('李静');
    expect(await names(boss, { idCard: ID_CARDS[3] })).toEqual(['李静']);
    expect(await names(boss, { qualType: 3, licenceToFrom: '2029-06-01', sort: 'deptId' })).toContain('李静');
    expect(await names(boss, { qualType: 9 })).toEqual([]);
  });

  it('are searched by any part of their name, case-insensitively and with literal wildcards', async () => {
    const driver = await server.db.first<{ id: number }>(sql`
      insert into driver (department_id, name) values (${east}, 'Ana_B%c') returning id`);
    const found = async (driverName: string) =>
      (await call(boss, 'driver/listDriver', { driverName, sort: 'deptId' })).data.list.map(({ id }: { id: string }) => id);
    expect(await found('a_b%C')).toEqual([String(driver!.id)]);
    expect(await found('%')).toEqual([String(driver!.id)]);
    expect(await found('a%c')).toEqual([]);
    expect(await found('n\\')).toEqual([]);
    expect(await found('____')).toEqual([]);
  });

  it('cannot be deleted while assigned to a vehicle', async () => {
    const { data: driver } = await add(boss, { idCard: '110101199003077475' });
    await server.db.run(sql`
      insert into vehicle (department_id, plate, driver_id) values (${east}, '京A00001', ${Number(driver.id)})`);
    const refused = await call(boss, 'driver/delDriver', { ids: [driver.id] });
    expect(refused).toMatchObject({ code: '4009', data: { fields: [{ path: 'ids', message: '1 辆车' }] } });
  });

  it('are changed in a batch completely or not at all', async () => {
    const { list } = (await call(boss, 'driver/listDriver', {})).data;
    const ids = list.map(({ id }: { id: string }) => id);
    expect((await call(boss, 'driver/batchDriver', { ids, values: { post: 2 } })).data).toEqual({ changed: ids.length });
    const refused = await call(boss, 'driver/batchDriver', { ids: [...ids, '999999'], values: { post: 3 } });
    expect(refused.code).toBe('4004');
    expect((await get(boss, ids[0])).post).toBe(2);
    expect((await call(boss, 'driver/batchDriver', { ids, values: { idCard: '1' } })).code).toBe('4001');
  });

  it('write changes to the operation log with sensitive values masked', async () => {
    const entry = await server.db.first<{ object: string; after: Record<string, unknown> }>(
      sql`select object, after from audit_log where action = 'addDriver' and result = '0' order by id limit 1`,
    );
    expect(entry).toMatchObject({
      object: '王芳',
      after: { driverName: '王芳', mobile: '138****1234', idCard: '110***********002X' },
    });
  });
});
