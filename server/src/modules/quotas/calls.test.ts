import { dayKey } from '@fleetwarden/domain/business-day';
import { getText } from '@fleetwarden/locale/languages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';
import { formatCsvLine } from '../../platform/files/csv.ts';
import { requireQuota } from './require-quota.ts';

/** Quotas where people meet them: every call that brings a vehicle or a user into a department. */
let server: TestServer;
let [root, east, west, role, made] = [0, 0, 0, 0, 0];
let boss = '';

const CODES = [
  '601',
  '60101',
  '60102',
  '60103',
  '60104',
  '60105',
  '614',
  '61401',
  '61403',
  '609',
  '60901',
  '60910',
  '602',
  '60201',
  '60202',
  '60203',
  '60204',
  '604',
  '60401',
  '60402',
  '60403',
  '616',
  '61601',
  '61603',
  '61606',
  '2',
];
const WAIT = { timeout: 20_000, interval: 20 };

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  await server.account('boss', root, CODES);
  boss = await server.signIn('boss');
  role = (await server.db.first<{ id: number }>(sql`insert into role (name, codes) values ('调度', '{2}') returning id`))!.id;
  server.jobs.start();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.run('delete from quota');
  await server.db.run('delete from vehicle');
  await server.db.run(sql`delete from account where login_name <> 'boss'`);
  await server.db.run(sql`delete from department where id <> all(${[root, east, west]})`);
  server.bus.publish('fleet.changed', { vehicleIds: [] });
});

const call = async (path: string, data: object = {}, language = 'zh') =>
  (await server.call('POST', path, data, { authorization: boss, cookie: `language=${language}` })).body;
const limit = async (deptId: number, vehicles: number, users = 100, more: object = {}) => {
  const before = await server.db.first<{ version: number }>(sql`select version from quota where department_id = ${deptId}`);
  const limits = { vehicles, users, overPolicy: 1, ...more };
  expect((await call('quota/saveQuota', { deptId: String(deptId), version: before?.version ?? 0, limits })).code).toBe('0');
};
const plate = () => `京D${String(++made).padStart(5, '0')}`;
const car = (deptId: number, carNo = plate()) => ({
  carNo,
  plateColor: 2,
  deptId: String(deptId),
  vehicleType: 21,
  industryType: 5,
  runState: 1,
});
const add = (deptId: number, language = 'zh') => call('car/addCar', { values: car(deptId) }, language);
const stored = (departmentId: number) => addVehicle(server, { plate: plate(), departmentId });
const move = (path: string, id: number, deptId: number) => call(path, { ids: [String(id)], values: { deptId: String(deptId) } });
const vehiclesIn = async (departmentId: number) =>
  (await server.db.first<{ n: number }>(sql`
    select count(*) as n from vehicle where department_id = ${departmentId} and deleted_at is null`))!.n;
const FULL = { code: '4011', msg: '华东的车辆配额为 1，此操作后将使用 2' };

describe('a quota of vehicles', () => {
  it('refuses an added vehicle above the limit, and names department, limit and new count in the caller’s language', async () => {
    await limit(east, 1);
    expect((await add(east)).code).toBe('0');
    expect(await add(east)).toMatchObject(FULL);
    expect((await add(east, 'en')).msg).toBe('The vehicle limit of 华东 is 1. This would bring it to 2');
    expect(await vehiclesIn(east)).toBe(1);
    expect((await add(west)).code).toBe('0');
  });

  it('refuses vehicles that move in: by edit, by batch, or by a fleet clerk', async () => {
    await limit(east, 1);
    await stored(east);
    const id = await stored(west);
    const { version } = (await call('car/getCar', { id: String(id) })).data;
    const { carNo: _, ...values } = car(east);
    const own = (await call('car/getCar', { id: String(id) })).data.carNo;
    expect(await call('car/editCar', { id: String(id), version, values: { ...values, carNo: own } })).toMatchObject(FULL);
    expect(await move('car/batchCar', id, east)).toMatchObject(FULL);
    expect(await move('car/batchFleetCar', id, east)).toMatchObject(FULL);
    const clerks = { id: String(id), version, values: { deptId: String(east), runState: 1 } };
    expect(await call('car/editFleetCar', clerks)).toMatchObject(FULL);
    expect(await vehiclesIn(east)).toBe(1);
  });

  it('refuses restored vehicles while no quota is free', async () => {
    await limit(east, 1);
    const id = String(await stored(east));
    await call('car/delCar', { ids: [id], reason: '转让' });
    const other = String((await add(east)).data.id);
    expect(await call('car/restoreCar', { ids: [id] })).toMatchObject(FULL);
    await call('car/delCar', { ids: [other], reason: '转让' });
    expect((await call('car/restoreCar', { ids: [id] })).data).toEqual({ restored: 1 });
  });

  it('refuses surplus rows of a file, and imports the others if only valid rows are requested', async () => {
    await limit(east, 2);
    const keys = ['carNo', 'plateColor', 'deptId', 'vehicleType', 'industryType', 'runState'];
    const lines = [1, 2, 3].map(() => formatCsvLine([plate(), '2', '华东', '21', '5', '1']));
    const file = new File([formatCsvLine(keys) + lines.join('')], 'cars.csv');
    const headers = { authorization: boss, cookie: 'language=zh' };
    const { body } = await server.upload('car/importCar', { data: {} }, file, headers);
    const ended = async (id: string) => {
      await expect.poll(async () => (await call('task/getTask', { id })).data.state, WAIT).toBe('done');
      return (await call('task/getTask', { id })).data.result;
    };
    const checked = await ended(body.data.taskId);
    expect(checked).toMatchObject({ good: 2, bad: 1 });
    expect(checked.errors[0].message).toBe('华东的车辆配额为 2，此操作后将使用 3');
    const apply = async (mode: string) =>
      ended((await call('car/applyCarImport', { taskId: body.data.taskId, mode })).data.taskId);
    expect(await apply('all')).toMatchObject({ applied: false });
    expect(await vehiclesIn(east)).toBe(0);
    expect(await apply('good')).toMatchObject({ applied: true, adds: 2, bad: 1 });
    expect(await vehiclesIn(east)).toBe(2);
  });

  it('accepts only one of two concurrent additions, even if one arrives with its department', async () => {
    await limit(east, 1);
    const both = await Promise.all([add(east), add(east)]);
    expect(both.map(({ code }) => code).sort()).toEqual(['0', '4011']);
    await limit(west, 1);
    const fleet = await server.department('车队', root);
    await stored(fleet);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    const moved = { deptName: '车队', parentId: String(west), deptType: 3 };
    const race = await Promise.all([add(west), call('dept/editDept', { id: String(fleet), version: 1, values: moved })]);
    expect(race.map(({ code }) => code).sort()).toEqual(['0', '4011']);
  });

  it('that is used up or expired still allows moves of its own vehicles', async () => {
    const fleet = await server.department('车队', east);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    const [one] = [await stored(east), await stored(east)];
    for (const more of [{}, { validTo: '2020-01-01' }]) {
      await limit(east, 1, 100, more);
      expect((await move('car/batchCar', one, fleet)).code).toBe('0');
      expect((await move('car/batchFleetCar', one, east)).code).toBe('0');
      const { version } = (await call('dept/getDept', { id: String(fleet) })).data;
      const values = { deptName: '车队', parentId: String(east), deptType: 3 };
      expect((await call('dept/editDept', { id: String(fleet), version, values })).code).toBe('0');
    }
    await limit(fleet, 0);
    expect(await move('car/batchCar', one, fleet)).toMatchObject({ code: '4011', msg: '车队的车辆配额为 0，此操作后将使用 1' });
  });

  it('expires after its last day in the time zone', async () => {
    // 26 hours lie between these two: it is never the same day in both
    const [late, early] = ['Etc/GMT+12', 'Pacific/Kiritimati'];
    await limit(east, 5, 5, { validTo: dayKey(Date.now(), late) });
    await requireQuota(server.db, [{ to: east, from: null }], 'vehicles', late);
    await expect(requireQuota(server.db, [{ to: east, from: null }], 'vehicles', early)).rejects.toMatchObject({
      kind: 'quotaExpired',
    });
    await limit(east, 5, 5, { validTo: '2020-01-01' });
    expect(await add(east)).toMatchObject({ code: '4011', msg: '华东的配额已过期' });
    expect((await call('quota/listQuota', { deptName: '华东' })).data.list).toMatchObject([{ expired: true }]);
  });
});

describe('a quota of users', () => {
  const user = (deptId: number) => ({
    loginName: `user${++made}`,
    userName: '王芳',
    deptId: String(deptId),
    roles: [String(role)],
    mobile: '13800001234',
  });

  it('refuses a user above the limit who is added or moves in', async () => {
    await limit(east, 0, 1);
    expect((await call('user/addUser', { values: user(east) })).code).toBe('0');
    const full = { code: '4011', msg: '华东的用户配额为 1，此操作后将使用 2' };
    expect(await call('user/addUser', { values: user(east) })).toMatchObject(full);
    const elsewhere = user(west);
    const { id } = (await call('user/addUser', { values: elsewhere })).data;
    const { loginName: _, ...values } = elsewhere;
    expect(await call('user/editUser', { id, version: 1, values: { ...values, deptId: String(east) } })).toMatchObject(full);
    expect((await call('user/getUser', { id })).data.deptId).toBe(String(west));
  });
});

describe('a department that moves to another company', () => {
  const moveTo = (id: number, deptName: string, parentId: number) =>
    call('dept/editDept', { id: String(id), version: 1, values: { deptName, parentId: String(parentId), deptType: 3 } });

  it('is refused if its vehicles or users exceed the quota', async () => {
    const fleet = await server.department('车队', east);
    const team = await server.department('一班', fleet);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    await stored(team);
    await stored(fleet);
    await limit(west, 1);
    expect(await moveTo(fleet, '车队', west)).toMatchObject({ code: '4011', msg: '华西的车辆配额为 1，此操作后将使用 2' });
    await limit(west, 2, 0);
    await server.account('driver', team);
    expect(await moveTo(fleet, '车队', west)).toMatchObject({ code: '4011', msg: '华西的用户配额为 0，此操作后将使用 1' });
    await limit(west, 2, 1);
    expect((await moveTo(fleet, '车队', west)).code).toBe('0');
  });

  it('is refused if its quotas exceed the quota of the new company', async () => {
    const fleet = await server.department('车队', east);
    const team = await server.department('一班', fleet);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    await limit(east, 10);
    await limit(team, 6, 1);
    await limit(west, 5);
    expect((await moveTo(fleet, '车队', west)).data.fields).toEqual([
      { path: 'values.parentId', message: '华西的配额为 5，下级合计 6，超出上限' },
    ]);
    await limit(west, 6);
    expect((await moveTo(fleet, '车队', west)).code).toBe('0');
  });
});

it('quota export contains the filtered or selected rows, and escapes formulas', async () => {
  await server.department('=1+1', east);
  server.bus.publish('fleet.changed', { vehicleIds: [] });
  await stored(east);
  await limit(east, 3, 4, { validTo: '2031-05-01' });
  const lines = async (data: object) => {
    const { url } = (await call('quota/exportQuota', { format: 'csv', ...data })).data;
    return (await server.http.app.inject(url)).body.replace('\ufeff', '').trim().split('\r\n');
  };
  const heading = (key: string) => getText('zh', `quotas.${key}`);
  const [head, ...rows] = await lines({ deptName: '华东' });
  expect(head).toContain([heading('deptName'), heading('vehicleLimit'), heading('vehiclesUsed')].join());
  expect(rows).toEqual([expect.stringMatching(/^华东,3,1,4,0,[^,]+,2031-05-01,/)]);
  expect((await lines({ ids: [String(west)] })).length).toBe(2);
  expect((await lines({ inDept: String(east) })).join('\n')).toContain("'=1+1");
});
