import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { purgeExpired } from '../../src/modules/fleet/index.ts';
import { sql } from '../../src/platform/db/database.ts';
import { eventually, type GatewayFixture, startGatewayFixture } from '../support/gateway/gateway-fixture.ts';
import { connectTerminal, locationBody, registerBody, type TestTerminal } from '../support/gateway/terminal.ts';
import { followDepartment, openLiveSocket } from '../support/live-socket.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** Edits of vehicles with the gateway on the same bus: changes apply at once, on the wire and in consoles. */
let server: TestServer;
let fixture: GatewayFixture;
let [root, east, west, port, made] = [0, 0, 0, 0, 0];
let [boss, clerk] = ['', ''];
const terminals: TestTerminal[] = [];
const sockets: WebSocket[] = [];

const CODES = [
  '601',
  '60101',
  '60102',
  '60103',
  '60104',
  '609',
  '60901',
  '60910',
  '60911',
  '614',
  '61401',
  '61403',
  '20101',
  '20102',
];

beforeAll(async () => {
  server = await startTestServer();
  fixture = await startGatewayFixture(server.db, { bus: server.bus });
  root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  await server.account('boss', root, CODES);
  await server.account('clerk', east, CODES);
  [boss, clerk] = [await server.signIn('boss'), await server.signIn('clerk')];
  port = await server.http.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.end();
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(async () => {
  await fixture.stop();
  await server.stop();
});

const call = async (token: string, path: string, data: object) =>
  (await server.call('POST', path, data, { authorization: token, cookie: 'language=zh' })).body;
const plate = () => `京B${String(++made).padStart(5, '0')}`;
const values = (more: object = {}) => ({
  carNo: plate(),
  plateColor: 2,
  deptId: String(east),
  vehicleType: 21,
  industryType: 5,
  runState: 1,
  ...more,
});
const enter = async (more: object = {}) => {
  const sent = values(more);
  const reply = await call(boss, 'car/addCar', { values: sent });
  expect(reply).toMatchObject({ code: '0' });
  return { id: String(reply.data.id), values: sent };
};
const get = async (id: string) => (await call(boss, 'car/getCar', { id })).data;
const edit = async (id: string, more: object) => {
  const { carNo, plateColor, deptId, vehicleType, industryType, runState, phone, terminalNo, version } = await get(id);
  const sent = { carNo, plateColor, deptId, vehicleType, industryType, runState, phone, terminalNo, ...more };
  return call(boss, 'car/editCar', { id, version, values: sent });
};
/** The error for a value that a vehicle of the east already has. */
const heldBy = (carNo: string) => `已被 ${carNo}（华东）使用`;
const remove = (id: string, token = boss) => call(token, 'car/delCar', { ids: [id], reason: '车辆转让' });

const connect = async (phone: string) => {
  const terminal = await connectTerminal(fixture.port, { phone });
  terminals.push(terminal);
  return terminal;
};
const register = async (terminal: TestTerminal, terminalId = 'T1') => {
  terminal.send({ type: 'register', body: registerBody(terminalId) });
  const reply = await terminal.reply(({ type }) => type === 'registerReply');
  return reply.body as { result: number; code?: string };
};
/** A terminal that is in. */
const signIn = async (phone: string, terminalId?: string) => {
  const terminal = await connect(phone);
  let code = '';
  await eventually(async () => {
    const reply = await register(terminal, terminalId);
    expect(reply.result).toBe(0);
    code = reply.code!;
  });
  expect(await terminal.ask({ type: 'authenticate', body: { code } })).toBe(0);
  return { terminal, code };
};
const tryRegister = async (phone: string, terminalId?: string) => (await register(await connect(phone), terminalId)).result;

/** Messages to a console on the live socket, and whether it must reload its tree. */
async function console(token: string) {
  const { socket, messages } = await openLiveSocket(port, token);
  sockets.push(socket);
  return { messages };
}
const follow = (token: string, deptId: number) => followDepartment(server, token, deptId);
const plates = async (token: string, deptId: number) =>
  (await call(token, 'mainPage/getCarListByDeptId', { deptId: String(deptId) })).data.list.map(
    (row: { carNo: string }) => row.carNo,
  );

describe('a vehicle added with its terminal’s phone', () => {
  it('admits the terminal at once, though it was refused just before', async () => {
    const phone = '13900000001';
    const terminal = await connect(phone);
    expect((await register(terminal)).result).toBe(4);
    // the zeros the wire pads a number with make no other number
    const { id } = await enter({ phone: `0${phone}` });
    const { terminal: known } = await signIn(phone, 'DEV7');
    expect(await known.ask({ id: 0x0200, body: locationBody(Math.floor(Date.now() / 1000) * 1000) })).toBe(0);
    expect(await get(id)).toMatchObject({ phone, terminalNo: 'DEV7', registeredAt: expect.any(Number) });
    await eventually(() => expect(server.monitor.recordOf(Number(id))?.status).not.toBe('0'));
  });

  it('has a unique plate with colour, VIN, phone and terminal number', async () => {
    const vin = 'LFWADMY95H1234567';
    const first = await enter({ phone: '13900000002', terminalNo: 'OWN2', vin });
    const fault = async (more: object) =>
      (await call(boss, 'car/addCar', { values: values({ deptId: String(west), ...more }) })).data?.fields;
    const message = heldBy(first.values.carNo);
    expect(await fault({ carNo: first.values.carNo })).toEqual([{ path: 'values.carNo', message }]);
    expect(await fault({ phone: '0013900000002' })).toEqual([{ path: 'values.phone', message }]);
    expect(await fault({ phone: '13900000003', terminalNo: 'OWN2' })).toEqual([{ path: 'values.terminalNo', message }]);
    expect(await fault({ vin: vin.toLowerCase() })).toEqual([{ path: 'values.vin', message }]);
    expect(await fault({ terminalNo: 'LONELY' })).toEqual([{ path: 'values.phone', message: '不能为空' }]);
    const asked = { carNo: first.values.carNo, plateColor: 2, phone: '013900000002', vin: 'LFWADMY95H1234568' };
    expect((await call(boss, 'car/checkUnique', asked)).data).toEqual({ taken: ['carNo', 'phone'] });
    expect((await call(boss, 'car/checkUnique', { ...asked, id: first.id })).data).toEqual({ taken: [] });
    expect((await call(boss, 'car/addCar', { values: values({ carNo: first.values.carNo, plateColor: 1 }) })).code).toBe('0');
  });
});

describe('a change of a vehicle', () => {
  it('of its SIM ends the session of the old number, and the same device connects with the new one', async () => {
    const { id } = await enter({ phone: '13900000011' });
    const { terminal, code } = await signIn('13900000011', 'SIM11');
    expect((await edit(id, { phone: '13900000012' })).code).toBe('0');
    await terminal.closed;
    expect(await tryRegister('13900000011', 'SIM11')).toBe(4);
    const again = await connect('13900000012');
    await eventually(async () => expect(await again.ask({ type: 'authenticate', body: { code } })).toBe(0));
  });

  it('of its terminal ends the session of the old device, and invalidates its code', async () => {
    const { id } = await enter({ phone: '13900000013' });
    const { terminal, code } = await signIn('13900000013', 'OLD13');
    expect((await edit(id, { terminalNo: 'NEW13' })).code).toBe('0');
    await terminal.closed;
    const old = await connect('13900000013');
    expect(await old.ask({ type: 'authenticate', body: { code } })).toBe(1);
    expect(await tryRegister('13900000013', 'OLD13')).toBe(1);
    await signIn('13900000013', 'NEW13');
  });

  it('of its department moves it in trees, counts, scopes and live sockets, with the terminal online', async () => {
    const { id, values: entered } = await enter({ phone: '13900000014' });
    const { terminal } = await signIn('13900000014');
    await eventually(async () => expect(await plates(clerk, east)).toContain(entered.carNo));
    await follow(clerk, east);
    await follow(boss, west);
    const live = await console(clerk);
    const elsewhere = await console(boss);
    expect((await call(boss, 'car/batchCar', { ids: [id], values: { deptId: String(west) } })).data).toEqual({ changed: 1 });
    await eventually(async () => {
      expect(await plates(clerk, east)).not.toContain(entered.carNo);
      expect(await plates(boss, west)).toContain(entered.carNo);
    });
    expect((await call(clerk, 'car/getCar', { id })).code).toBe('4004');
    await eventually(() => expect(live.messages.some((text) => text.includes('"reload":1'))).toBe(true));
    const told = live.messages.length;
    expect(await terminal.ask({ id: 0x0200, body: locationBody(Math.floor(Date.now() / 1000) * 1000) })).toBe(0);
    await eventually(() => expect(elsewhere.messages.join()).toContain(entered.carNo));
    expect(live.messages.slice(told).join()).not.toContain(entered.carNo);
  });

  it('of its plate reaches consoles', async () => {
    const { id } = await enter({ phone: '13900000015' });
    const next = plate();
    expect((await edit(id, { carNo: next.toLowerCase() })).code).toBe('0');
    await eventually(async () => expect(await plates(boss, east)).toContain(next));
  });
});

describe('a removed vehicle', () => {
  it('disappears from trees and gateway; its terminal is refused as unknown, and its number is free', async () => {
    const { id, values: entered } = await enter({ phone: '13900000021', terminalNo: 'BIN21' });
    const { terminal, code } = await signIn('13900000021', 'BIN21');
    expect((await call(boss, 'car/delCar', { ids: [id] })).code).toBe('4001');
    expect((await remove(id)).data).toEqual({ removed: 1 });
    await terminal.closed;
    expect(await tryRegister('13900000021', 'BIN21')).toBe(2);
    await eventually(async () => expect(await plates(boss, east)).not.toContain(entered.carNo));
    const { list } = (await call(boss, 'car/listDeletedCar', { phone: '13900000021' })).data;
    expect(list).toMatchObject([
      {
        id,
        carNo: entered.carNo,
        phone: '13900000021',
        terminalNo: 'BIN21',
        deptName: '华东',
        deletedByName: 'boss',
        deleteReason: '车辆转让',
        deletedAt: expect.any(Number),
      },
    ]);

    const other = await enter({ phone: '13900000021' });
    await signIn('13900000021', 'OTHER21');
    const clash = await call(boss, 'car/restoreCar', { ids: [id] });
    expect(clash.data.fields).toEqual([{ path: 'values.phone', message: heldBy(other.values.carNo) }]);
    await remove(other.id);
    expect((await call(boss, 'car/restoreCar', { ids: [id] })).data).toEqual({ restored: 1 });
    expect(await get(id)).toMatchObject({ carNo: entered.carNo, phone: '13900000021', terminalNo: 'BIN21' });
    // the code it had is good again
    await eventually(async () =>
      expect(await (await connect('13900000021')).ask({ type: 'authenticate', body: { code } })).toBe(0),
    );
    await eventually(async () => expect(await plates(boss, east)).toContain(entered.carNo));
  });

  it('cannot be restored next to another one with its plate', async () => {
    const { id, values: entered } = await enter();
    await remove(id);
    const twin = await enter({ carNo: entered.carNo });
    const clash = await call(boss, 'car/restoreCar', { ids: [id] });
    expect(clash.data.fields).toEqual([{ path: 'values.carNo', message: heldBy(entered.carNo) }]);
    await remove(twin.id);
    expect((await call(boss, 'car/restoreCar', { ids: [id, twin.id] })).data.fields).toEqual([
      { path: '1.carNo', message: '已存在' },
    ]);
  });

  it('is visible only in the caller’s scope', async () => {
    const { id, values: entered } = await enter({ deptId: String(west) });
    expect((await remove(id, clerk)).code).toBe('4004');
    await remove(id);
    expect((await call(clerk, 'car/listDeletedCar', { carNo: entered.carNo })).data.list).toEqual([]);
    expect((await call(clerk, 'car/restoreCar', { ids: [id] })).code).toBe('4004');
    expect((await call(clerk, 'car/purgeCar', { id, carNo: entered.carNo })).code).toBe('4004');
  });

  it('is deleted for good when its plate is typed, and its terminal is unknown', async () => {
    const { id, values: entered } = await enter({ phone: '13900000022' });
    expect((await call(boss, 'car/purgeCar', { id, carNo: entered.carNo })).code).toBe('4004');
    await remove(id);
    await eventually(async () => expect(await tryRegister('13900000022')).toBe(2));
    const refused = await call(boss, 'car/purgeCar', { id, carNo: '京A99999' });
    expect(refused.data.fields).toEqual([{ path: 'carNo', message: '与车牌号不一致' }]);
    expect((await call(boss, 'car/purgeCar', { id, carNo: entered.carNo })).code).toBe('0');
    await eventually(async () => expect(await tryRegister('13900000022')).toBe(4));
    expect(await server.db.query(sql`select from vehicle where id = ${Number(id)}`)).toEqual([]);
    expect((await call(boss, 'car/restoreCar', { ids: [id] })).code).toBe('4004');
  });
});

describe('a vehicle in the recycle bin', () => {
  it('is not registered again by its terminal with automatic registration', async () => {
    const { id } = await enter({ phone: '13900000023' });
    await remove(id);
    const open = await startGatewayFixture(server.db, { bus: server.bus, autoRegister: true });
    const results = [];
    for (const phone of ['13900000023', '13900000024']) {
      const terminal = await connectTerminal(open.port, { phone });
      terminals.push(terminal);
      results.push((await register(terminal)).result);
    }
    expect(results).toEqual([2, 0]);
    await open.stop();
    expect((await call(boss, 'car/restoreCar', { ids: [id] })).data).toEqual({ restored: 1 });
  });

  it('is deleted for good after 180 days', async () => {
    const [old, young] = [await enter(), await enter()];
    for (const { id } of [old, young]) await remove(id);
    await server.db.run(sql`update vehicle set deleted_at = now() - interval '181 days' where id = ${Number(old.id)}`);
    expect(await purgeExpired(server.db, Date.now() - 180 * DAY_MS)).toBe(1);
    const { list } = (await call(boss, 'car/listDeletedCar', {})).data;
    const ids = list.map((row: { id: string }) => row.id);
    expect(ids).toContain(young.id);
    expect(ids).not.toContain(old.id);
  });
});

describe('a fleet’s clerk', () => {
  it('edits only the fleet’s fields of a vehicle', async () => {
    const { id, values: entered } = await enter({ phone: '13900000031', vin: 'LFWADMY95H1230031' });
    const record = (await call(clerk, 'car/getFleetCar', { id })).data;
    expect(record).toMatchObject({ carNo: entered.carNo, phone: '13900000031', version: 1 });
    const sent = { deptId: String(east), innerNo: '东1', runState: 3, remark: '检修' };
    expect((await call(clerk, 'car/editFleetCar', { id, version: 1, values: sent })).code).toBe('0');
    expect((await call(clerk, 'car/editFleetCar', { id, version: 2, values: { ...sent, carNo: '京A1' } })).code).toBe('4001');
    expect(await get(id)).toMatchObject({
      innerNo: '东1',
      runState: 3,
      vin: 'LFWADMY95H1230031',
      phone: '13900000031',
      version: 2,
    });
    expect((await call(clerk, 'car/editCar', { id, version: 1, values: sent })).code).toBe('4001');
  });
});

it('the vehicles of a department are listed for users with the permission', async () => {
  const { values: entered } = await enter();
  const ask = (token: string, deptId: number) =>
    server.call('GET', 'car/getCarInfosByDeptId', { deptId: String(deptId) }, { authorization: token });
  const { body } = await ask(clerk, east);
  expect(body.data.list.map(({ carNo }: { carNo: string }) => carNo)).toContain(entered.carNo);
  expect((await ask(clerk, west)).body.code).toBe('4004');
  const types = (await server.call('GET', 'report/getCarTypes', {}, { authorization: clerk })).body.data.list;
  expect(types.length).toBeGreaterThan(10);
});
