import { GpsMessage } from '@fleetwarden/contract/live/live';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { SHAPE } from '@fleetwarden/domain/area-geometry';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { addAlarm } from '../../../test/support/alarms.ts';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { at, sql } from '../../platform/db/database.ts';

const IN_RISK = 59;
const circle = { shape: SHAPE.circle, lng: 121.47, lat: 31.23, radius: 500 };

let server: TestServer;
let [east, west] = [0, 0];
let [car, other, foreign] = [0, 0, 0];
const tokens: Record<string, string> = {};
const CODES = allPermissions;

beforeAll(async () => {
  server = await startTestServer();
  const root = await server.department('集团');
  [east, west] = [await server.department('华东', root), await server.department('华西', root)];
  await server.account('boss', root, CODES);
  await server.account('clerk', east, CODES);
  await server.account('looker', east, ['20101', '150401']);
  for (const name of ['boss', 'clerk', 'looker']) tokens[name] = await server.signIn(name);
  car = await addVehicle(server, { plate: '沪A11111', departmentId: east, phone: '13900000001', driver: '马骏' });
  other = await addVehicle(server, { plate: '沪A22222', departmentId: east, phone: '13900000002' });
  foreign = await addVehicle(server, { plate: '新A33333', departmentId: west });
  server.bus.publish('fleet.changed', { vehicleIds: [car, other, foreign] });
});
afterAll(() => server.stop());
beforeEach(() => server.db.run('truncate risk_area, risk_event, alarm cascade'));

type Body = { readonly code: string; readonly data: Record<string, unknown> & { readonly list: Record<string, unknown>[] } };
const ask = async (path: string, data: object = {}, who = 'boss'): Promise<Body> =>
  (await server.call('POST', path, data, { authorization: tokens[who]!, cookie: 'language=zh' })).body;
const done = async (path: string, data: object = {}, who = 'boss') => {
  const body = await ask(path, data, who);
  expect([path, body]).toMatchObject([path, { code: '0' }]);
  return body.data;
};
const values = (more: object = {}) => ({
  areaName: '新区',
  deptId: String(east),
  riskLevel: 1,
  validFrom: Date.now() - DAY_MS,
  ground: 1,
  geo: circle,
  ...more,
});
const area = async (more: object = {}): Promise<number> =>
  Number((await done('epidemic/addArea', { values: values(more) }))['id']);
const events = async (who = 'boss', data: object = {}) => (await done('epidemic/listEvent', data, who)).list;
const faults = ({ data }: Body) =>
  (data as unknown as { fields: { path: string; message: string }[] }).fields.map(({ path, message }) => [path, message]);
/** A stay of a vehicle, as the engine tells it. */
const stay = async (vehicleId: number, areaId: number, startAt: number, endAt: number | null = null, late = false) => {
  const gid = await addAlarm(server.db, { vehicleId, typeId: IN_RISK, source: areaId, startAt, level: 1, late });
  await server.db.run(sql`
    update alarm set end_at = ${at(endAt)}, last_at = coalesce(${at(endAt)}, start_at) where gid = ${gid}::uuid`);
  return gid;
};
/** Noon of today in the business time zone. */
const noon = () => Math.floor((Date.now() + 8 * HOUR_MS) / DAY_MS) * DAY_MS + 4 * HOUR_MS;

describe('risk areas', () => {
  it('are drawn, or a division whose outline is known', async () => {
    const drawn = await area();
    const city = await area({ ground: 2, geo: null, adminCode: '440300' });
    const district = await area({ ground: 2, geo: null, adminCode: '310115' });
    const rows = await server.db.query<{ id: number; rings: number | null }>(sql`
      select id, jsonb_array_length(outline) as rings from risk_area order by id`);
    expect(rows.map(({ id, rings }) => [id, rings === null ? null : rings > 0])).toEqual([
      [drawn, null],
      [city, true],
      [district, true],
    ]);
  });

  it('are refused without a place, or of a division without an outline', async () => {
    const refused = async (more: object) => faults(await ask('epidemic/addArea', { values: values(more) }));
    expect((await refused({ geo: null }))[0]![0]).toBe('values.geo');
    expect((await refused({ ground: 2 }))[0]![0]).toBe('values.adminCode');
    for (const adminCode of ['440305', '999999'])
      expect(await refused({ ground: 2, adminCode })).toEqual([['values.adminCode', '该行政区划没有内置边界，请改为手工绘制']]);
    expect((await refused({ validTo: Date.now() - 2 * DAY_MS }))[0]![0]).toBe('values.validTo');
  });

  it('become one or the other, and keep nothing of what they were', async () => {
    const id = await area();
    const { version } = await done('epidemic/getArea', { id: String(id) });
    await done('epidemic/editArea', { id: String(id), version, values: values({ ground: 2, adminCode: '440300' }) });
    expect(await server.db.first(sql`select geo, outline is null as empty from risk_area where id = ${id}`)).toEqual({
      geo: null,
      empty: false,
    });
  });

  it('are coming, in force or over, and are watched unless there is no risk', async () => {
    const now = Date.now();
    const coming = await area({ validFrom: now + DAY_MS });
    const inForce = await area({ validTo: now + DAY_MS });
    await area({ validFrom: now - 2 * DAY_MS, validTo: now - DAY_MS });
    await area({ riskLevel: 0 });
    const states = (await done('epidemic/listArea', { sort: 'createdAt', order: 'asc' })).list.map((row) => row['state']);
    expect(states).toEqual([1, 2, 3, 2]);
    await server.activeRules.reload();
    expect(server.activeRules.ground().risks.size).toBe([coming, inForce].length);
    // of every vehicle, whatever rules there are for it
    expect(server.activeRules.rulesOf(car)).toBeDefined();
  });

  it('are changed by whoever maintains them alone', async () => {
    expect((await ask('epidemic/addArea', { values: values() }, 'looker')).code).toBe('4003');
    expect((await ask('epidemic/listArea', {}, 'looker')).code).toBe('4003');
  });
});

describe('vehicles that come in', () => {
  it('are one event a vehicle, area and day, with who drove and for how long', async () => {
    const id = await area();
    const from = noon();
    await stay(car, id, from, from + 10 * MINUTE_MS);
    await server.risks.start();
    await stay(car, id, from + 60 * MINUTE_MS, from + 65 * MINUTE_MS);
    await stay(car, id, from + DAY_MS, from + DAY_MS + MINUTE_MS);
    await stay(other, id, from);
    await server.risks.start();
    const shown = (await events('boss', { sort: 'enterAt', order: 'asc' })).map((row) =>
      ['carNo', 'driverName', 'driverPhone', 'areaName', 'riskLevel', 'enterAt', 'leaveAt', 'state'].map((key) => row[key]),
    );
    expect(shown).toEqual(
      expect.arrayContaining([
        ['沪A11111', '马骏', '13800138000', '新区', 1, from, from + 65 * MINUTE_MS, 1],
        ['沪A11111', '马骏', '13800138000', '新区', 1, from + DAY_MS, from + DAY_MS + MINUTE_MS, 1],
        ['沪A22222', null, null, '新区', 1, from, null, 1],
      ]),
    );
    expect(shown).toHaveLength(3);
    const [first] = (await events()).filter((row) => row['leaveAt'] === from + 65 * MINUTE_MS);
    expect([first!['minutes'], first!['deptName']]).toEqual([15, '华东']);
  });

  it('have left once their alarm has ended, also where the area is gone by then', async () => {
    const id = await area();
    const gid = await stay(car, id, noon());
    await server.risks.start();
    expect((await events())[0]!['leaveAt']).toBeNull();
    await done('epidemic/delArea', { ids: [String(id)] });
    await server.db.run(sql`update alarm set end_at = ${at(noon() + MINUTE_MS)}, told_seq = default where gid = ${gid}::uuid`);
    await server.risks.start();
    expect(await events()).toMatchObject([{ leaveAt: noon() + MINUTE_MS, areaName: '新区' }]);
  });

  it('are written down of what was stored and never heard of, each once', async () => {
    const id = await area();
    // as a kill between the commit and its news leaves it
    await stay(car, id, Date.now() - MINUTE_MS);
    const heard: string[] = [];
    const end = server.bus.subscribe('risks.entered', (entered) => void heard.push(...entered.map(({ areaName }) => areaName)));
    await Promise.all([server.risks.start(), server.risks.start()]);
    await server.risks.start();
    end();
    expect(await events()).toHaveLength(1);
    expect(heard).toEqual(['新区']);
  });

  it('call nobody where it is old, or came late', async () => {
    const id = await area();
    const heard = vi.fn();
    const end = server.bus.subscribe('risks.entered', heard);
    await stay(car, id, Date.now() - 60 * MINUTE_MS);
    await stay(other, id, Date.now() - MINUTE_MS, Date.now(), true);
    await server.risks.start();
    end();
    expect(await events()).toHaveLength(2);
    expect(heard).not.toHaveBeenCalled();
  });

  it('are seen by the people of their department and those above', async () => {
    const id = await area();
    await stay(car, id, noon());
    await stay(foreign, id, noon());
    await server.risks.start();
    expect((await events('clerk')).map((row) => row['carNo'])).toEqual(['沪A11111']);
    const theirs = (await events()).find((row) => row['carNo'] === '新A33333')!;
    const ids = [String(theirs['id'])];
    expect((await ask('epidemic/getEvent', { id: ids[0] }, 'clerk')).code).toBe('4004');
    expect((await ask('epidemic/handleEvent', { ids, state: 2 }, 'clerk')).code).toBe('4004');
    expect((await ask('epidemic/notifyEvent', { ids, message: 'x', channels: [8] }, 'clerk')).code).toBe('4004');
  });

  it('are told to the consoles that see them, on the socket of positions', async () => {
    const id = await area();
    const port = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const told: Record<string, unknown[]> = { boss: [], clerk: [] };
    const sockets = Object.keys(told).map((who) => {
      const [prefix] = tokens[who]!.split('.');
      const socket = new WebSocket(`ws://127.0.0.1:${port}/gpsmsg/receive/${prefix}`, {
        headers: { authorization: tokens[who]! },
      });
      socket.on('message', (text) => told[who]!.push(...(GpsMessage.parse(JSON.parse(String(text))).fyAlarmResult ?? [])));
      return socket;
    });
    await vi.waitFor(() => expect(server.monitor.sockets.count('gpsmsg')).toBe(2));
    const entered = Date.now() - MINUTE_MS;
    await stay(car, id, entered);
    await stay(foreign, id, entered);
    await server.risks.start();
    const mine = { tid: String(car), cno: '沪A11111', intDate: entered, areaName: '新区' };
    await vi.waitFor(() => expect(told['boss']).toHaveLength(2));
    await vi.waitFor(() => expect(told['clerk']).toEqual([mine]));
    expect(told['boss']).toContainEqual(mine);
    for (const socket of sockets) socket.terminate();
  });

  it('follow the alarms as they are told', async () => {
    const id = await area();
    await stay(car, id, Date.now() - MINUTE_MS);
    server.bus.publish('alarms.changed', [{ typeId: IN_RISK, vehicleId: car, seq: 1 } as never]);
    await vi.waitFor(async () => expect(await events()).toHaveLength(1));
  });

  it('go into a file', async () => {
    const id = await area();
    await stay(car, id, noon());
    await server.risks.start();
    const { url } = await done('epidemic/exportEvent', { format: 'xlsx' });
    expect((await server.http.app.inject({ url: String(url) })).statusCode).toBe(200);
    expect((await ask('epidemic/exportEvent', { format: 'xlsx' }, 'looker')).code).toBe('4003');
  });
});

describe('what becomes of an event', () => {
  const entered = async (...cars: readonly number[]) => {
    const id = await area();
    for (const each of cars) await stay(each, id, noon());
    await server.risks.start();
    return (await events()).map((row) => String(row['id']));
  };
  const caseOf = (vehicleId: number) =>
    server.db.first<{ state: number; deal_type: number | null; notes: string | null }>(sql`
      select state, deal_type, notes from alarm_case where vehicle_id = ${vehicleId}`);

  it('is said by people, and decides the alarm it was made of', async () => {
    const ids = await entered(car);
    await done('epidemic/handleEvent', { ids, state: 3, note: '居家', observeDays: 14 });
    expect((await events())[0]).toMatchObject({ state: 3, note: '居家', observeDays: 14, handledBy: 'boss' });
    expect(await caseOf(car)).toEqual({ state: 2, deal_type: 5, notes: '居家' });
    // days belong to an observation
    await done('epidemic/handleEvent', { ids, state: 4, observeDays: 14 });
    expect((await events())[0]).toMatchObject({ state: 4, note: null, observeDays: null });
  });

  it('is no more than the catalogue knows', async () => {
    const ids = await entered(car);
    for (const wrong of [{ state: 5 }, { state: 0 }, { state: 3, observeDays: 61 }, { state: 2, note: 'x'.repeat(201) }])
      expect((await ask('epidemic/handleEvent', { ids, ...wrong })).code).toBe('4001');
    expect((await ask('epidemic/handleEvent', { ids, state: 2 }, 'looker')).code).toBe('4003');
  });

  it('is a text to many vehicles, each once, which marks what was open', async () => {
    const ids = await entered(car, other);
    const [first] = ids;
    await done('epidemic/handleEvent', { ids: [first], state: 4 });
    expect(await done('epidemic/notifyEvent', { ids, message: '请注意', channels: [8, 4] })).toEqual({ sent: 2, failed: 0 });
    const commands = await server.db.query<{ vehicle_id: number; params: unknown }>(sql`
      select vehicle_id, params from command where cmd_code = '8300' order by vehicle_id`);
    expect(commands).toEqual([car, other].map((vehicle_id) => ({ vehicle_id, params: { channels: [8, 4], text: '请注意' } })));
    const states = Object.fromEntries((await events()).map((row) => [String(row['id']), row['state']]));
    expect(states).toEqual({ [first!]: 4, [ids[1]!]: 2 });
    expect((await ask('epidemic/notifyEvent', { ids, message: 'x'.repeat(251), channels: [8] })).code).toBe('4001');
    expect((await ask('epidemic/notifyEvent', { ids, message: 'x', channels: [] })).code).toBe('4001');
  });
});
