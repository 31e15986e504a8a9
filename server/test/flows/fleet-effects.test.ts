import { businessDay, dayKey } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { eventually, type GatewayFixture, startGatewayFixture } from '../support/gateway/gateway-fixture.ts';
import { connectTerminal, locationBody, registerBody, type TestTerminal } from '../support/gateway/terminal.ts';
import { followDepartment, openLiveSocket } from '../support/live-socket.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** Effects of departments and rules on vehicles below them, on the wire and on open sockets. */
let server: TestServer;
let fixture: GatewayFixture;
let [root, east, west, port, made] = [0, 0, 0, 0, 0];
let [eastAccount, westAccount] = [0, 0];
let [boss, eastClerk, westClerk] = ['', '', ''];
const terminals: TestTerminal[] = [];
const sockets: WebSocket[] = [];

const ZONE = 'Asia/Shanghai';
const [SERVICE, SIM] = [1, 2];
const CODES = [
  '20101',
  '20102',
  '20701',
  '601',
  '60101',
  '60102',
  '60103',
  '60104',
  '602',
  '60201',
  '60202',
  '60203',
  '60204',
  '609',
  '60901',
  '60910',
  '619',
  '61901',
  '61902',
  '61903',
  '61904',
];

beforeAll(async () => {
  server = await startTestServer();
  fixture = await startGatewayFixture(server.db, {
    bus: server.bus,
    now: () => server.clock.now,
    timeZone: ZONE,
    limits: { sweepEveryMs: 20, takeoversPerPhone: 100 },
  });
  root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  await server.account('boss', root, CODES);
  eastAccount = await server.account('east', east, CODES);
  westAccount = await server.account('west', west, CODES);
  await signInAll();
  port = await server.http.listen({ host: '127.0.0.1', port: 0 });
});
/** Also where the clock was moved farther than a session lives. */
const signInAll = async () => {
  [boss, eastClerk, westClerk] = [await server.signIn('boss'), await server.signIn('east'), await server.signIn('west')];
};
afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.end();
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(async () => {
  await fixture.stop();
  await server.stop();
});

const call = async (token: string, path: string, data: object = {}) =>
  (await server.call('POST', path, data, { authorization: token, cookie: 'language=zh' })).body;
const addDept = async (deptName: string, parentId: number) => {
  const reply = await call(boss, 'dept/addDept', { values: { deptName, parentId: String(parentId), deptType: 3 } });
  expect(reply).toMatchObject({ code: '0' });
  return Number(reply.data.id);
};
/** Edits fields of a department as its form does. */
const editDept = async (token: string, id: number, more: object) => {
  const { deptName, parentId, deptType, version } = (await call(boss, 'dept/getDept', { id: String(id) })).data;
  return call(token, 'dept/editDept', { id: String(id), version, values: { deptName, parentId, deptType, ...more } });
};
const enter = async (deptId: number, more: object = {}) => {
  const carNo = `京C${String(++made).padStart(5, '0')}`;
  const phone = `1380000${String(made).padStart(4, '0')}`;
  const values = { carNo, plateColor: 2, deptId: String(deptId), vehicleType: 21, industryType: 5, runState: 1, phone, ...more };
  const reply = await call(boss, 'car/addCar', { values });
  expect(reply).toMatchObject({ code: '0' });
  return { id: String(reply.data.id), carNo, phone };
};

const connect = async (phone: string) => {
  const terminal = await connectTerminal(fixture.port, { phone });
  terminals.push(terminal);
  return terminal;
};
const register = async (phone: string) => {
  const terminal = await connect(phone);
  terminal.send({ type: 'register', body: registerBody(`T${phone.slice(-4)}`) });
  const reply = await terminal.reply(({ type }) => type === 'registerReply');
  return { terminal, ...(reply.body as { result: number; code?: string }) };
};
const signIn = async (phone: string) => {
  const { terminal, result, code = '' } = await register(phone);
  expect(result).toBe(0);
  expect(await terminal.ask({ type: 'authenticate', body: { code } })).toBe(0);
  return { terminal, code };
};
const authenticates = async (phone: string, code: string) => (await connect(phone)).ask({ type: 'authenticate', body: { code } });
/** Each report a second after the one before: the same time twice would be the same position. */
let reportedAt = Math.floor(Date.now() / 1000) * 1000 - 600_000;
const report = (terminal: TestTerminal) => {
  reportedAt += 1000;
  return terminal.ask({ id: 0x0200, body: locationBody(reportedAt) });
};

/** Messages that a console receives on a live socket. */
async function hearing(token: string, kind: 'gpsmsg' | 'commonmsg' = 'gpsmsg') {
  const { socket, messages } = await openLiveSocket(port, token, kind);
  sockets.push(socket);
  return messages;
}
const follow = (token: string, deptId: number) => followDepartment(server, token, deptId);
const reloads = (messages: readonly string[]) => messages.filter((text) => text.includes('"reload":1')).length;
const plates = async (token: string, deptId: number): Promise<string[]> =>
  (await call(token, 'mainPage/getCarListByDeptId', { deptId: String(deptId) })).data.list.map(
    ({ carNo }: { carNo: string }) => carNo,
  );

describe('moving a department', () => {
  it('moves its subtree: records, tree, and live data on open sockets; terminals stay connected', async () => {
    const fleet = await addDept('车队', east);
    const team = await addDept('一班', fleet);
    const { id, carNo, phone } = await enter(team);
    const { terminal } = await signIn(phone);
    await follow(eastClerk, east);
    await follow(westClerk, west);
    await eventually(async () => expect(await plates(eastClerk, east)).toContain(carNo));
    const [loser, gainer] = [await hearing(eastClerk), await hearing(westClerk)];
    expect(await report(terminal)).toBe(0);
    await eventually(() => expect(loser.join()).toContain(carNo));
    expect(gainer.join()).not.toContain(carNo);

    expect((await editDept(boss, fleet, { parentId: String(west) })).code).toBe('0');
    await eventually(() => expect([reloads(loser) > 0, reloads(gainer) > 0]).toEqual([true, true]));
    const heard = loser.length;
    expect(await report(terminal)).toBe(0);
    await eventually(() => expect(gainer.join()).toContain(carNo));
    expect(loser.slice(heard).join()).not.toContain(carNo);
    expect((await call(eastClerk, 'car/getCar', { id })).code).toBe('4004');
    expect((await call(westClerk, 'car/getCar', { id })).data.carNo).toBe(carNo);
    expect(await plates(eastClerk, east)).not.toContain(carNo);
    expect(await plates(westClerk, west)).toContain(carNo);
    const seen = async (token: string) =>
      (await call(token, 'dept/listDept')).data.list.map(({ deptName }: { deptName: string }) => deptName);
    expect(await seen(eastClerk)).not.toContain('一班');
    expect(await seen(westClerk)).toEqual(expect.arrayContaining(['车队', '一班']));
  });

  it('is refused below its own descendants and outside the scope of the user', async () => {
    const outer = await addDept('外层', east);
    const inner = await addDept('内层', outer);
    const circle = await editDept(boss, outer, { parentId: String(inner) });
    expect(circle.data.fields).toMatchObject([{ path: 'values.parentId' }]);
    expect(circle.data.fields[0].message).toContain('下级');
    expect((await editDept(boss, outer, { parentId: String(outer) })).code).toBe('4001');
    expect((await editDept(eastClerk, outer, { parentId: String(west) })).data.fields).toMatchObject([
      { path: 'values.parentId' },
    ]);
    expect((await editDept(westClerk, outer, { parentId: String(west) })).code).toBe('4004');
    const both = await Promise.all([
      editDept(boss, outer, { parentId: String(west) }),
      editDept(boss, west, { parentId: String(inner) }),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual(['0', '4001']);
    expect((await editDept(boss, west, { parentId: String(root) })).code).toBe('0');
  });

  it('is refused for the user’s own department, whose other values can change; the root has no parent', async () => {
    expect((await editDept(eastClerk, east, { contact: '王芳' })).code).toBe('0');
    expect((await call(boss, 'dept/getDept', { id: String(east) })).data).toMatchObject({
      contact: '王芳',
      parentId: String(root),
    });
    const lower = await addDept('下级', east);
    expect((await editDept(eastClerk, east, { parentId: String(lower) })).code).toBe('4003');
    expect((await editDept(boss, root, { shortName: '集' })).code).toBe('0');
    expect((await editDept(boss, lower, { parentId: null })).data.fields).toMatchObject([{ path: 'values.parentId' }]);
    const topless = await call(boss, 'dept/addDept', { values: { deptName: '另一集团', deptType: 3 } });
    expect(topless.data.fields).toMatchObject([{ path: 'values.parentId' }]);
  });
});

describe('a new plate or SIM of a vehicle', () => {
  it('reaches open sockets, and its terminal connects only by the new number', async () => {
    const { id, carNo, phone } = await enter(east);
    const { terminal, code } = await signIn(phone);
    await follow(eastClerk, east);
    await eventually(async () => expect(await plates(eastClerk, east)).toContain(carNo));
    const live = await hearing(eastClerk);
    const { version } = (await call(boss, 'car/getCar', { id })).data;
    const [plate, sim] = [carNo.replace('京C', '京H'), phone.replace('1380000', '1340000')];
    const values = { carNo: plate, plateColor: 2, deptId: String(east), vehicleType: 21, industryType: 5, runState: 1 };
    const terminalNo = `T${phone.slice(-4)}`;
    expect((await call(boss, 'car/editCar', { id, version, values: { ...values, phone: sim, terminalNo } })).code).toBe('0');
    await terminal.closed;
    await eventually(() => expect(reloads(live)).toBeGreaterThan(0));
    expect((await register(phone)).result).toBe(4);
    const again = await connect(sim);
    await eventually(async () => expect(await again.ask({ type: 'authenticate', body: { code } })).toBe(0));
    const heard = live.length;
    expect(await report(again)).toBe(0);
    await eventually(() => expect(live.slice(heard).join()).toContain(plate));
    expect(live.slice(heard).join()).not.toContain(carNo);
  });
});

describe('removing and restoring a vehicle', () => {
  it('reaches open sockets at once: its data stops, and resumes', async () => {
    const { id, carNo, phone } = await enter(east);
    const { terminal, code } = await signIn(phone);
    await follow(eastClerk, east);
    await eventually(async () => expect(await plates(eastClerk, east)).toContain(carNo));
    const live = await hearing(eastClerk);
    expect(await report(terminal)).toBe(0);
    await eventually(() => expect(live.join()).toContain(carNo));
    expect((await call(boss, 'car/delCar', { ids: [id], reason: '转让' })).code).toBe('0');
    await terminal.closed;
    await eventually(() => expect(reloads(live)).toBeGreaterThan(0));
    const [heard, told] = [live.length, reloads(live)];
    expect(await authenticates(phone, code)).toBe(1);
    expect(live.slice(heard).join()).not.toContain(carNo);

    expect((await call(boss, 'car/restoreCar', { ids: [id] })).code).toBe('0');
    await eventually(() => expect(reloads(live)).toBeGreaterThan(told));
    const again = await connect(phone);
    await eventually(async () => expect(await again.ask({ type: 'authenticate', body: { code } })).toBe(0));
    expect(await report(again)).toBe(0);
    await eventually(() => expect(live.slice(heard).join()).toContain(carNo));
  });
});

describe('service of a vehicle', () => {
  const rule = async (deptId: number, more: object = {}): Promise<{ code: string; data: { id: string } }> =>
    call(boss, 'expiry/addRule', {
      values: {
        kind: SERVICE,
        deptId: String(deptId),
        leadDays: '7',
        repeatDays: 0,
        state: 1,
        roles: [],
        users: [],
        stopService: true,
        ...more,
      },
    });
  const dropRules = async () => {
    const ids = (await call(boss, 'expiry/listRule')).data.list.map(({ id }: { id: string }) => id);
    if (ids.length > 0) await call(boss, 'expiry/delRule', { ids });
  };
  afterEach(dropRules);
  const renew = (id: string, serviceTo: string) => call(boss, 'car/batchCar', { ids: [id], values: { serviceTo } });
  const day = (days: number) => dayKey(server.clock.now + days * DAY_MS, ZONE);

  it('lasts to the end of its day in the zone; then the terminal is refused until renewal', async () => {
    const { endAt } = businessDay(server.clock.now, ZONE);
    server.clock.now = endAt - 30_000;
    await signInAll();
    const { id, phone } = await enter(east, { serviceTo: day(0) });
    const { terminal, code } = await signIn(phone);
    expect((await rule(root)).code).toBe('0');
    server.clock.now = endAt - 1;
    expect(await report(terminal)).toBe(0);
    expect(await authenticates(phone, code)).toBe(0);
    const last = await connect(phone);
    expect(await last.ask({ type: 'authenticate', body: { code } })).toBe(0);
    server.clock.now = endAt;
    await last.closed;
    expect(await authenticates(phone, code)).toBe(1);
    expect((await register(phone)).result).toBe(2);
    expect(await report(await connect(phone))).toBe(1);
    expect(await fixture.metrics()).toContain('gateway_refused_total{reason="service-stopped"}');

    expect((await renew(id, day(30))).code).toBe('0');
    const again = await connect(phone);
    await eventually(async () => expect(await again.ask({ type: 'authenticate', body: { code } })).toBe(0));
    expect(await report(again)).toBe(0);
    expect((await renew(id, day(-1))).code).toBe('0');
    await again.closed;
  });

  it('continues without a rule that stops it, and follows added, changed and removed rules', async () => {
    const { phone } = await enter(east, { serviceTo: day(-10) });
    const { code } = await signIn(phone);
    await rule(west);
    await rule(root, { stopService: false });
    expect(await authenticates(phone, code)).toBe(0);
    const terminal = await connect(phone);
    expect(await terminal.ask({ type: 'authenticate', body: { code } })).toBe(0);

    const { id } = (await rule(east)).data;
    await terminal.closed;
    expect(await authenticates(phone, code)).toBe(1);
    expect((await call(boss, 'expiry/batchRule', { ids: [id], values: { state: 0 } })).code).toBe('0');
    await eventually(async () => expect(await authenticates(phone, code)).toBe(0));
    expect((await call(boss, 'expiry/batchRule', { ids: [id], values: { state: 1 } })).code).toBe('0');
    await eventually(async () => expect(await authenticates(phone, code)).toBe(1));
    expect((await call(boss, 'expiry/delRule', { ids: [id] })).code).toBe('0');
    await eventually(async () => expect(await authenticates(phone, code)).toBe(0));
  });

  it('stops when a department moves below one with such a rule', async () => {
    const fleet = await addDept('到期车队', east);
    const { phone } = await enter(fleet, { serviceTo: day(-1) });
    const { terminal, code } = await signIn(phone);
    await rule(west);
    expect(await report(terminal)).toBe(0);
    expect((await editDept(boss, fleet, { parentId: String(west) })).code).toBe('0');
    await terminal.closed;
    expect(await authenticates(phone, code)).toBe(1);
    expect((await editDept(boss, fleet, { parentId: String(east) })).code).toBe('0');
    await eventually(async () => expect(await authenticates(phone, code)).toBe(0));
  });

  it('is the only expiry item that can stop the service', async () => {
    const refused = await call(boss, 'expiry/addRule', {
      values: { kind: SIM, deptId: String(root), leadDays: '7', repeatDays: 0, state: 1, stopService: true },
    });
    expect(refused.data.fields).toEqual([{ path: 'values.stopService', message: '只有服务期可以到期停止服务' }]);
  });

  it('is in the list, and notifies the recipients of its rule', async () => {
    const { carNo } = await enter(east, { serviceTo: day(3) });
    const users = [String(eastAccount), String(westAccount)];
    expect((await rule(root, { stopService: false, users })).code).toBe('0');
    const rings = await hearing(eastClerk, 'commonmsg');
    const silent = await hearing(westClerk, 'commonmsg');
    expect(await server.expiry.reminders.daily()).toBe(1);
    await eventually(() => expect(rings.join()).toContain('"type":"notice"'));
    const unread = (await call(eastClerk, 'notice/listByUserIdAndDeptId')).data.list.filter(
      ({ readStatus }: { readStatus: number }) => readStatus === 0,
    );
    expect(unread[0].noticeContent).toContain(`${carNo} 服务期`);
    // one is not named, and the other sees nothing that is due
    for (const token of [boss, westClerk]) expect((await call(token, 'notice/listByUserIdAndDeptId')).data.list).toEqual([]);
    expect(silent.join()).not.toContain('"type":"notice"');
    const { list } = (await call(eastClerk, 'expiry/listExpiry', { object: carNo })).data;
    expect(list).toMatchObject([{ object: carNo, kind: SERVICE, dueDate: day(3) }]);
  });
});
