import type { QuotaLogRow, QuotaRow } from '@fleetwarden/contract/quotas/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';
import { requireQuota } from './require-quota.ts';

let server: TestServer;
let [root, east, west, fleet] = [0, 0, 0, 0];
let [boss, agent] = ['', ''];

const CODES = ['60203', '61601', '61603', '61610', '61611'];
const call = async (token: string, path: string, data: object) =>
  (await server.call('POST', path, data, { authorization: token, cookie: 'language=zh' })).body;
const limits = (vehicles: number, users: number, more: object = {}) => ({ vehicles, users, overPolicy: 1, ...more });
const save = (token: string, deptId: number, values: object, version = 0) =>
  call(token, 'quota/saveQuota', { deptId: String(deptId), version, limits: values });
const transfer = (token: string, from: number, to: number, more: object) =>
  call(token, 'quota/transferQuota', { fromDeptId: String(from), toDeptId: String(to), note: '调剂', ...more });
const rows = async (token: string, filter: object = {}) =>
  new Map(((await call(token, 'quota/listQuota', filter)).data.list as QuotaRow[]).map((row) => [row.deptName, row]));
const messagesOf = (reply: { data: { fields: { message: string }[] } }) => reply.data.fields.map(({ message }) => message);

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  fleet = await server.department('华东车队', east);
  await server.account('boss', root, CODES);
  await server.account('agent', east, ['61601', '61610', '61611']);
  [boss, agent] = [await server.signIn('boss'), await server.signIn('agent')];
  for (const plate of ['沪A00001', '沪A00002']) await addVehicle(server, { plate, departmentId: fleet });
});
afterAll(() => server.stop());
beforeEach(() => server.db.run(sql`delete from quota`));

describe('quotas', () => {
  it('are listed with the usage below each department', async () => {
    await save(boss, root, limits(10, 10));
    await save(boss, east, limits(2, 5, { smsCount: 100, validTo: '2030-01-01' }));
    const all = await rows(boss);
    expect([...all.keys()]).toEqual(['集团', '华东', '华东车队', '华西']);
    expect(all.get('集团')).toMatchObject({
      used: { vehicles: 2, users: 2 },
      handedOut: { vehicles: 2, users: 5 },
      limits: { vehicles: 10, smsCount: null },
      version: 1,
    });
    expect(all.get('华东')).toMatchObject({ used: { vehicles: 2, users: 1 }, limits: { smsCount: 100, validTo: '2030-01-01' } });
    expect(all.get('华西')).toMatchObject({ used: { vehicles: 0, users: 0 }, limits: null, version: 0 });
    expect([...(await rows(boss, { state: 'full' })).keys()]).toEqual(['华东']);
    expect([...(await rows(boss, { state: 'unlimited' })).keys()]).toEqual(['华东车队', '华西']);
    expect([...(await rows(boss, { deptName: '车队' })).keys()]).toEqual(['华东车队']);
    expect([...(await rows(agent)).keys()]).toEqual(['华东', '华东车队']);
    expect((await call(agent, 'quota/listQuota', { inDept: String(west) })).code).toBe('4004');
  });

  it('stay within the superior quota, across departments without one', async () => {
    await save(boss, root, limits(10, 10));
    await save(boss, fleet, limits(6, 3));
    expect(messagesOf(await save(boss, west, limits(5, 1)))).toEqual(['集团的配额为 10，下级合计 11，超出上限']);
    expect((await save(boss, west, limits(4, 1))).data).toEqual({ version: 1 });
    // an intermediate department must cover its descendants
    expect(messagesOf(await save(boss, east, limits(5, 3)))).toEqual(['华东的配额为 5，下级合计 6，超出上限']);
    expect(messagesOf(await save(boss, root, limits(9, 10), 1))).toEqual(['集团的配额为 9，下级合计 10，超出上限']);
    expect((await rows(boss)).get('集团')?.limits?.vehicles).toBe(10);
  });

  it('cannot be set by their own department, nor by two users concurrently', async () => {
    await server.account('eager', east, CODES);
    const eager = await server.signIn('eager');
    expect((await save(eager, east, limits(100, 100))).code).toBe('4003');
    expect((await save(eager, west, limits(1, 1))).code).toBe('4004');
    expect((await save(eager, fleet, limits(1, 1))).code).toBe('0');
    expect((await save(boss, fleet, limits(2, 2))).code).toBe('4010');
    const saved = await Promise.all([save(boss, fleet, limits(2, 2), 1), save(boss, fleet, limits(3, 3), 1)]);
    expect(saved.map(({ code }) => code).sort()).toEqual(['0', '4010']);
    await server.db.run(sql`delete from session where account_id = (select id from account where login_name = 'eager')`);
    await server.db.run(sql`delete from account where login_name = 'eager'`);
  });

  it('are transferred between departments, and distributed to subordinate departments', async () => {
    await save(boss, root, limits(10, 10));
    await save(boss, east, limits(5, 5));
    await save(boss, west, limits(5, 5));
    expect((await transfer(boss, west, east, { vehicles: 2 })).code).toBe('0');
    let all = await rows(boss);
    expect([all.get('华东')?.limits?.vehicles, all.get('华西')?.limits?.vehicles]).toEqual([7, 3]);
    // an agent distributes: its quota includes those of its descendants
    expect((await transfer(agent, east, fleet, { vehicles: 7, users: 1 })).code).toBe('0');
    all = await rows(boss);
    expect(all.get('华东')?.limits).toMatchObject({ vehicles: 7, users: 5 });
    expect(all.get('华东车队')?.limits).toMatchObject({ vehicles: 7, users: 1, overPolicy: 1 });
    expect(messagesOf(await transfer(agent, east, fleet, { vehicles: 1 }))).toEqual(['华东的配额为 7，下级合计 8，超出上限']);
    expect(messagesOf(await transfer(agent, fleet, east, { vehicles: 6 }))).toEqual(['华东车队已使用 2，剩余配额不足']);
    expect((await transfer(agent, fleet, east, { vehicles: 5 })).code).toBe('0');
    expect((await rows(boss)).get('华东车队')?.limits?.vehicles).toBe(2);
    expect((await transfer(agent, west, east, { vehicles: 1 })).code).toBe('4004');
    expect(messagesOf(await transfer(boss, west, west, { vehicles: 1 }))).toEqual(['不能划拨给同一部门']);
    expect((await transfer(boss, west, east, { vehicles: 1, note: ' ' })).code).toBe('4001');
    const log: QuotaLogRow[] = (await call(agent, 'quota/listQuotaLog', {})).data.list;
    expect(log[0]).toMatchObject({
      kind: 'transfer',
      account: 'agent',
      deptName: '华东车队',
      toDeptName: '华东',
      note: '调剂',
      changes: [{ item: 'vehicles', before: null, after: '5' }],
    });
    expect(log.find(({ account, kind }) => account === 'boss' && kind === 'transfer')).toMatchObject({
      deptName: '',
      toDeptName: '华东',
    });
  });
});

describe('a limit', () => {
  const addUser = (departmentId: number, name: string) =>
    server.db.transaction(async (tx) => {
      await tx.run(sql`
        insert into account (login_name, user_name, password_hash, department_id) values (${name}, ${name}, 'x', ${departmentId})`);
      await requireQuota(tx, [{ to: departmentId, from: null }], 'users', 'Asia/Shanghai');
    });
  const count = async (name: string) =>
    (await server.db.first<{ n: number }>(sql`select count(*) as n from account where login_name like ${`${name}%`}`))!.n;

  it('of any superior department refuses a user or vehicle above it, and names the department', async () => {
    await save(boss, east, limits(2, 2));
    await addUser(fleet, 'fits');
    await expect(addUser(fleet, 'beyond')).rejects.toMatchObject({ kind: 'quotaUsers', params: { name: '华东', limit: 2 } });
    expect(await count('beyond')).toBe(0);
    await addUser(west, 'elsewhere');
    await expect(
      server.db.transaction(async (tx) => {
        await tx.run(sql`insert into vehicle (department_id, plate) values (${fleet}, '沪A00003')`);
        await requireQuota(
          tx,
          [
            { to: fleet, from: null },
            { to: west, from: null },
          ],
          'vehicles',
          'Asia/Shanghai',
        );
      }),
    ).rejects.toMatchObject({ kind: 'quotaVehicles', params: { name: '华东' } });
  });

  it('accepts only one of two concurrent additions', async () => {
    const used = (await rows(boss)).get('华西')!.used.users;
    await save(boss, west, limits(0, used + 1));
    const both = await Promise.allSettled([addUser(west, 'race1'), addUser(west, 'race2')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await count('race')).toBe(1);
  });

  it('refuses a department with too many vehicles', async () => {
    await save(boss, west, limits(1, 100));
    const move = () =>
      call(boss, 'dept/editDept', {
        id: String(fleet),
        version: 1,
        values: { deptName: '华东车队', parentId: String(west), deptType: 3 },
      });
    expect(await move()).toMatchObject({ code: '4011', msg: '华西的车辆配额为 1，此操作后将使用 2' });
    await save(boss, west, limits(2, 100), 1);
    expect((await move()).code).toBe('0');
    await server.db.run(sql`update department set parent_id = ${east} where id = ${fleet}`);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
  });

  it('in reminder mode allows more than its value; an expired one allows nothing', async () => {
    await save(boss, west, limits(0, 0, { overPolicy: 2 }));
    await addUser(west, 'reminded');
    await save(boss, west, limits(0, 1000, { validTo: '2020-01-01' }), 1);
    await expect(addUser(west, 'late')).rejects.toMatchObject({ kind: 'quotaExpired', params: { name: '华西' } });
  });
});
