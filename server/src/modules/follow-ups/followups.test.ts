import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { at, sql } from '../../platform/db/database.ts';

let server: TestServer;
let [car, foreign, boss] = ['', '', ''];
const instant = (text: string) => Date.parse(`${text.replace(' ', 'T')}+08:00`);
const NOW = instant('2026-03-18 12:00');
const HEARD = instant('2026-03-15 09:30');

beforeAll(async () => {
  server = await startTestServer();
  server.clock.now = NOW;
  const root = await server.department('集团');
  const east = await server.department('华东', root);
  const west = await server.department('华西', root);
  car = String(await addVehicle(server, { plate: '粤B10001', departmentId: east }));
  foreign = String(await addVehicle(server, { plate: '粤B10002', departmentId: west }));
  await server.db.run(sql`
    insert into online_session (vehicle_id, login_at, last_msg_at, logout_at, transport)
    values (${Number(car)}, ${at(HEARD - 60_000)}, ${at(HEARD)}, ${at(HEARD + 60_000)}, 'tcp')`);
  await server.account('boss', east, ['20211', '20212', '20213']);
  boss = await server.signIn('boss');
});
afterAll(() => server.stop());
beforeEach(() => server.db.run('truncate offline_note, exempt_day_due'));

const call = async (path: string, data: object) =>
  (await server.call('POST', path, data, { authorization: boss, 'accept-language': 'zh-CN' })).body;
const list = async (more: object = {}) => (await call('report/targOfflineVisitList', { carId: car, ...more })).data.list;
const remark = (more: object = {}) =>
  call('report/updateOffLineMsg', { carId: car, seen: null, reason: 2, expectOnline: '2026-03-20', remark: '大修', ...more });
const stop = (validFrom: string, validTo: string, more: object = {}) =>
  call('report/fileOfflineStop', { carId: car, seen: null, reason: 1, validFrom, validTo, remark: '淡季', ...more });

describe('a note about a vehicle that is offline', () => {
  it('shows the reason, the offline start and the author', async () => {
    const { noteId } = (await remark()).data;
    expect(await list()).toEqual([
      {
        noteId,
        kind: 1,
        reason: 2,
        expectOnline: '2026-03-20',
        way: null,
        result: null,
        text: '大修',
        userName: 'boss',
        noteTime: NOW,
        offlineSince: HEARD,
        validFrom: null,
        validTo: null,
        version: 1,
      },
    ]);
    const visit = { carId: car, seen: noteId, way: 1, result: 2, text: '车主说周五修好' };
    expect((await call('report/addOfflineVisit', visit)).code).toBe('0');
    expect(await list()).toMatchObject([{ kind: 2, way: 1, result: 2, reason: 0, expectOnline: null }, { kind: 1 }]);
    expect(await list({ kind: 2 })).toHaveLength(1);
  });

  it('is refused if the user has not seen the previous note', async () => {
    const { noteId } = (await remark()).data;
    expect((await remark()).code).toBe('4010');
    expect((await remark({ seen: String(Number(noteId) + 1) })).code).toBe('4010');
    expect(await list()).toHaveLength(1);
    expect((await remark({ seen: noteId })).code).toBe('0');
  });

  it('is accepted from only one of several concurrent writers', async () => {
    const codes = (await Promise.all([remark(), remark(), remark()])).map(({ code }) => code);
    expect(codes.sort()).toEqual(['0', '4010', '4010']);
  });

  it('is refused for vehicles outside the scope and for invalid values', async () => {
    for (const [path, data] of [
      ['updateOffLineMsg', { seen: null, reason: 2, remark: '' }],
      ['addOfflineVisit', { seen: null, way: 1, result: 1, text: '好' }],
      ['fileOfflineStop', { seen: null, reason: 1, validFrom: '2026-03-18', validTo: '2026-03-18', remark: '' }],
      ['targOfflineVisitList', {}],
    ] as const)
      expect([path, (await call(`report/${path}`, { carId: foreign, ...data })).code]).toEqual([path, '4004']);
    expect((await remark({ reason: 8 })).code).toBe('4001');
    expect((await remark({ expectOnline: '2026-03-17' })).data.fields).toEqual([
      { path: 'expectOnline', message: '预计上线日期不能早于今天' },
    ]);
    expect((await remark({ remark: '长'.repeat(201) })).code).toBe('4001');
    expect((await call('report/addOfflineVisit', { carId: car, seen: null, way: 5, result: 1, text: '好' })).code).toBe('4001');
    expect(await server.db.query('select from offline_note')).toEqual([]);
  });
});

describe('a filed stop', () => {
  it('covers only days on which the vehicle was offline, and no day twice', async () => {
    const fields = async (from: string, to: string) =>
      (await stop(from, to)).data.fields?.map(({ path }: { path: string }) => path);
    expect(await fields('2026-03-14', '2026-03-20')).toEqual(['validFrom']);
    expect(await fields('2026-03-20', '2026-03-19')).toEqual(['validTo']);
    expect(await fields('2026-06-19', '2026-06-20')).toEqual(['validFrom']);
    expect(await fields('2026-03-20', '2027-03-21')).toEqual(['validTo']);
    const { noteId } = (await stop('2026-03-15', '2026-03-20')).data;
    const again = await stop('2026-03-20', '2026-03-25', { seen: noteId });
    expect(again.data.fields).toEqual([{ path: 'validFrom', message: '与已登记的报停日期重叠' }]);
    expect((await stop('2026-03-21', '2026-03-25', { seen: noteId })).code).toBe('0');
    const due = await server.db.query('select from_day::text, to_day::text from exempt_day_due order by id');
    expect(due).toEqual([
      { from_day: '2026-03-15', to_day: '2026-03-20' },
      { from_day: '2026-03-21', to_day: '2026-03-25' },
    ]);
  });

  it('can be ended earlier but not later, and only with the current version', async () => {
    const { noteId } = (await stop('2026-03-15', '2026-03-20')).data;
    const end = (validTo: string, version = 1) => call('report/endOfflineStop', { noteId, version, validTo });
    expect((await end('2026-03-21')).code).toBe('4001');
    expect((await end('2026-03-13')).code).toBe('4001');
    expect((await end('2026-03-17', 2)).code).toBe('4010');
    expect((await end('2026-03-17')).data).toEqual({ version: 2 });
    expect((await end('2026-03-14', 2)).data).toEqual({ version: 3 });
    expect(await list()).toMatchObject([{ validFrom: '2026-03-15', validTo: '2026-03-14', version: 3 }]);
    // it never held: others may
    expect((await stop('2026-03-15', '2026-03-16', { seen: noteId })).code).toBe('0');
  });

  it('of a vehicle outside the scope is unknown, and so is the id of a remark', async () => {
    const id = async (vehicleId: string, kind: number) =>
      (await server.db.first<{ id: number }>(sql`
        insert into offline_note (vehicle_id, kind, reason, text, noted_at, valid_from, valid_to)
        values (${Number(vehicleId)}, ${kind}, 0, '', now(), ${kind === 3 ? '2026-03-18' : null}, ${kind === 3 ? '2026-03-19' : null})
        returning id`))!.id;
    for (const noteId of [await id(foreign, 3), await id(car, 1)])
      expect((await call('report/endOfflineStop', { noteId: String(noteId), version: 1, validTo: '2026-03-18' })).code).toBe(
        '4004',
      );
  });
});

it('a spot check is stored with its user and the department of its vehicle', async () => {
  const check = { kind: 1, result: 4, note: '超速未处理' };
  const { checkId } = (await call('car/addSpotCheck', { carId: car, ...check })).data;
  expect(await server.db.query('select * from spot_check')).toEqual([
    {
      id: Number(checkId),
      vehicle_id: Number(car),
      account_id: expect.any(Number),
      department_id: expect.any(Number),
      at: NOW,
      ...check,
    },
  ]);
  expect((await call('car/addSpotCheck', { carId: foreign, ...check })).code).toBe('4004');
  expect((await call('car/addSpotCheck', { carId: car, ...check, result: 6 })).code).toBe('4001');
});

it('changes are in the operation log with the plate', async () => {
  await remark();
  const rows = await server.db.query(sql`
    select action, object, after from audit_log where area = 'followups' and action = 'updateOffLineMsg' and result = '0' order by id desc limit 1`);
  expect(rows).toEqual([
    { action: 'updateOffLineMsg', object: '粤B10001', after: { reason: 2, expectOnline: '2026-03-20', remark: '大修' } },
  ]);
});
