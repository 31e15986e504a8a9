import { connect, type Socket } from 'node:net';
import { GpsMessage, InitMessage } from '@fleetwarden/contract/live/live';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { addVehicle, live } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';
import { TICK_MS } from './limits.ts';

const FLEET = 2_300;

let server: TestServer;
let port: number;
let root: number;
let branch: number;
let ids: number[];
let outsider: number;
let made = 0;
const opened: WebSocket[] = [];

beforeAll(async () => {
  server = await startTestServer({ pingEveryMs: 500, renewEveryMs: 200 });
  root = await server.department('Head office');
  branch = await server.department('Branch', root);
  const rows = await server.db.query<{ id: number }>(sql`
    insert into vehicle (plate, department_id) select '京A' || n, ${branch} from generate_series(10000, ${10_000 + FLEET - 1}) n returning id`);
  ids = rows.map((row) => row.id);
  outsider = await addVehicle(server, { plate: '沪B00001', departmentId: root });
  server.bus.publish('fleet.changed', { vehicleIds: [] });
  port = await server.http.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});
afterAll(() => server.stop());

type Listener = { socket: WebSocket; texts: string[]; closed: Promise<{ code: number; reason: string }> };

/** A user of the branch, with a token. */
const user = async (options: { codes?: string[]; follow?: 'branch' | 'nothing' } = {}) => {
  const name = `watcher${++made}`;
  const id = await server.account(name, branch, options.codes);
  const token = await server.signIn(name);
  if (options.follow === 'branch') await call(token, 'car/checkedDept', { deptId: `${branch}` });
  return { name, id, token, prefix: token.split('.')[0]! };
};
const call = (token: string, path: string, data: object) => server.call('GET', path, data, { authorization: token });

/** Resolves when the socket is open; rejects with the status of a refusal. */
function listen(path: string, headers: Record<string, string>): Promise<Listener> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  opened.push(socket);
  const texts: string[] = [];
  socket.on('message', (data) => texts.push(String(data)));
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
  );
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ socket, texts, closed }));
    socket.on('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))));
    socket.on('error', () => undefined);
  });
}
const gpsmsg = async (watcher: { prefix: string; token: string }) => {
  const listener = await listen(`/gpsmsg/receive/${watcher.prefix}`, { authorization: watcher.token });
  // the selection is found out after the upgrade
  await answered(listener);
  return listener;
};
const messages = ({ texts }: Listener) =>
  texts.map((text) => GpsMessage.parse(JSON.parse(text))).filter((m) => m.data.length || m.states || m.reload);
const told = (listener: Listener) => messages(listener).flatMap((message) => message.data);
/** Waits for two heartbeat round trips and a tick. */
const answered = async (listener: Listener) => {
  for (let i = 0; i < 3; i++) {
    const before = listener.texts.length;
    await vi.waitFor(() => {
      listener.socket.send('H#C');
      expect(listener.texts.length).toBeGreaterThan(before);
    });
  }
};

describe('an upgrade', () => {
  it('accepts the token from Authorization, or from the cookie of a same-origin page', async () => {
    const { prefix, token } = await user();
    const path = `/gpsmsg/receive/${prefix}`;
    await listen(path, { authorization: `Bearer ${token}` });
    await listen(path, { cookie: `language=zh; token=${encodeURIComponent(token)}`, origin: `http://127.0.0.1:${port}` });
  });

  it('is refused before a socket is opened', async () => {
    const { prefix, token } = await user();
    const { prefix: other } = await user();
    const weak = await user({ codes: ['1'] });
    const blind = await user({ codes: ['2', '20102', '20103', '205'] });
    const path = `/gpsmsg/receive/${prefix}`;
    const own = `http://127.0.0.1:${port}`;
    const refusals: [string, string, Record<string, string>][] = [
      ['401', path, {}],
      ['401', path, { authorization: 'nonsense' }],
      ['401', path, { authorization: `${prefix}.${'A'.repeat(43)}` }],
      ['401', path, { cookie: `token=${token}` }],
      ['403', path, { cookie: `token=${token}`, origin: 'https://elsewhere.example' }],
      ['403', path, { authorization: token, origin: 'null' }],
      ['403', path, { cookie: `token=${token}`, origin: own.replace('http:', 'ftp:') }],
      ['403', `/gpsmsg/receive/${other}`, { authorization: token }],
      ['403', `/gpsmsg/receive/${weak.prefix}`, { authorization: weak.token }],
      ['403', `/websocket/init/${weak.prefix}`, { authorization: weak.token }],
      ['403', `/gpsmsg/receive/${blind.prefix}`, { authorization: blind.token }],
      ['403', `/websocket/init/${blind.prefix}`, { authorization: blind.token }],
      ['404', '/gpsmsg/receive', { authorization: token }],
      ['404', `/websocket/other/${prefix}`, { authorization: token }],
    ];
    for (const [status, url, headers] of refusals) await expect(listen(url, headers), url).rejects.toThrow(status);
  });

  it.each([
    ['who can list ordinary alarms', ['2', '20501']],
    ['who can see the active safety list', ['17030101']],
    ['who can view the active safety queue', ['5020301']],
  ])('is accepted for alarms only, for a user %s and has no permission to see vehicles', async (_who, codes) => {
    const listener = await gpsmsg(await user({ codes, follow: 'nothing' }));
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    listener.socket.send(JSON.stringify({ since: 0, view: { bounds: [-180, -90, 180, 90] } }));
    await answered(listener);
    expect(messages(listener)).toEqual([]);
    const again = await user({ codes });
    await expect(listen(`/websocket/init/${again.prefix}`, { authorization: again.token })).rejects.toThrow('403');
  });

  it('is refused if an account has too many sockets', async () => {
    const { prefix, token } = await user();
    const path = `/websocket/commonmsg/${prefix}`;
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => listen(path, { authorization: token })));
    expect(server.monitor.sockets.count('commonmsg')).toBe(30);
    expect(String((all.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason)).toContain('429');
    await expect(listen(path, { authorization: token })).rejects.toThrow('429');
  });
});

describe('init', () => {
  it('sends the scope in messages of 1,000 vehicles, then bye', async () => {
    const { prefix, token } = await user({ follow: 'branch' });
    await call(token, 'car/unCheckedCar', { targId: `${ids[5]}` });
    const listener = await listen(`/websocket/init/${prefix}`, { authorization: token });
    expect(await listener.closed).toEqual({ code: 1000, reason: 'bye' });
    expect(listener.texts.at(-1)).toBe('bye');
    const pieces = listener.texts.slice(0, -1).map((text) => InitMessage.parse(JSON.parse(text)));
    expect(pieces.map(({ data, total }) => [data.length, total])).toEqual([
      [1_000, FLEET],
      [1_000, FLEET],
      [300, FLEET],
    ]);
    const all = pieces.flatMap(({ data }) => data);
    expect(new Set(all.map(({ tid }) => Number(tid)))).toEqual(new Set(ids));
    expect(all[5]).toMatchObject({ cno: '京A10005', x: null, y: null, status: '0', deptId: `${branch}`, followed: false });
    expect(all.filter(({ followed }) => followed)).toHaveLength(FLEET - 1);
  });
});

describe('gpsmsg', () => {
  it('sends at most once a second; these tests use a shorter interval', () => {
    expect(TICK_MS).toBe(1_000);
  });

  it('sends the latest position of each followed vehicle, and the status of all', async () => {
    const watcher = await user();
    await call(watcher.token, 'car/checkedCar', { targId: `${ids[0]}` });
    const listener = await gpsmsg(watcher);
    server.bus.publish('vehicles.updated', [
      live(ids[0]!, { lng: 113 }),
      live(ids[1]!, { status: 3 }),
      live(outsider, { status: 5 }),
    ]);
    server.bus.publish('vehicles.updated', [live(ids[0]!, { lng: 114, speedKmh: 61.26, dayKm: 1.249 })]);
    await vi.waitFor(() => expect(messages(listener)).toHaveLength(1));
    const [message] = messages(listener);
    expect(message!.data).toEqual([
      {
        tid: `${ids[0]}`,
        cid: `${ids[0]}`,
        cno: '京A10000',
        x: 114,
        y: 23.1291,
        d: 90,
        status: '2',
        color: 9,
        sp: 61.3,
        type: 3,
        vmt: 90,
        t: 1_790_000_000_000,
        r: 1_790_000_001_000,
        st: 1_790_000_000_000,
        s: 3,
        a: 0,
        km: 1.2,
        stale: 0,
      },
    ]);
    expect(message!.states?.map(([tid, status]) => [tid, status])).toEqual([
      [`${ids[0]}`, '2'],
      [`${ids[1]}`, '3'],
    ]);
  });

  it('sends a newly followed vehicle immediately', async () => {
    const watcher = await user();
    const listener = await gpsmsg(watcher);
    server.bus.publish('vehicles.updated', [live(ids[10]!, { lng: 100 })]);
    await answered(listener);
    expect(told(listener)).toEqual([]);
    await call(watcher.token, 'car/checkedDept', { deptId: `${branch}` });
    await vi.waitFor(() => expect(told(listener)).toHaveLength(FLEET));
    await call(watcher.token, 'car/unCheckedCar', { targId: `${ids[10]}` });
    await answered(listener);
    server.bus.publish('vehicles.updated', [live(ids[10]!), live(ids[11]!, { lng: 101 })]);
    await vi.waitFor(() => expect(told(listener).at(-1)).toMatchObject({ tid: `${ids[11]}`, x: 101 }));
    expect(told(listener)).toHaveLength(FLEET + 1);
  });

  it('is limited to a view, and sends a vehicle once more when it leaves the view', async () => {
    const watcher = await user({ follow: 'branch' });
    const listener = await gpsmsg(watcher);
    listener.socket.send(JSON.stringify({ view: { bounds: [110, 20, 115, 25], tids: [`${ids[20]}`] } }));
    await answered(listener);
    const publish = (id: number, lng: number) => server.bus.publish('vehicles.updated', [live(id, { lng })]);
    publish(ids[20]!, 50);
    publish(ids[21]!, 112);
    publish(ids[22]!, 90);
    await vi.waitFor(() => expect(told(listener).map(({ x }) => x)).toEqual([50, 112]));
    publish(ids[21]!, 116);
    await vi.waitFor(() => expect(told(listener)).toHaveLength(3));
    publish(ids[21]!, 117);
    listener.socket.send(JSON.stringify({ view: { bounds: [80, 20, 100, 25] } }));
    await vi.waitFor(() => expect(told(listener).map(({ x }) => x)).toContain(90));
    expect(told(listener).map(({ x }) => x)).not.toContain(117);
    listener.socket.send(JSON.stringify({ view: null }));
    await vi.waitFor(() => expect(told(listener).map(({ x }) => x)).toContain(117));
  });

  it('confirms a view after all its vehicles are sent, even if none of them is new', async () => {
    const watcher = await user({ follow: 'branch' });
    const listener = await gpsmsg(watcher);
    const look = (view: object) => listener.socket.send(JSON.stringify({ view }));
    const views = () => listener.texts.flatMap((text) => JSON.parse(text).view ?? []);
    server.bus.publish('vehicles.updated', [live(ids[40]!, { lng: 61, lat: 11 }), live(ids[41]!, { lng: 65, lat: 11 })]);
    await vi.waitFor(() => expect(told(listener)).toHaveLength(2));
    look({ bounds: [64, 10, 66, 12], n: 1 });
    await vi.waitFor(() => expect(views()).toEqual([1]));
    expect(told(listener)).toHaveLength(2);
    server.bus.publish('vehicles.updated', [live(ids[40]!, { lng: 62, lat: 11 })]);
    await answered(listener);
    expect(told(listener)).toHaveLength(2);
    look({ bounds: [60, 10, 66, 12], n: 2 });
    await vi.waitFor(() => expect(views()).toEqual([1, 2]));
    const last = messages(listener).at(-1)!;
    expect([last.view, last.data.map(({ x }) => x)]).toEqual([2, [62]]);
    look({ tids: [], n: 3 });
    await vi.waitFor(() => expect(views()).toEqual([1, 2, 3]));
  });

  it('sends nothing while paused, and then the latest state of all changed vehicles once', async () => {
    const watcher = await user({ follow: 'branch' });
    const listener = await gpsmsg(watcher);
    listener.socket.send(JSON.stringify({ paused: 1 }));
    await answered(listener);
    for (const lng of [51, 52, 53]) {
      server.bus.publish('vehicles.updated', [live(ids[50]!, { lng, status: 3 })]);
      await answered(listener);
    }
    expect(messages(listener)).toEqual([]);
    // alarms and news arrive all the same
    expect(server.monitor.sockets.count('gpsmsg')).toBeGreaterThan(0);
    listener.socket.send(JSON.stringify({ paused: 0 }));
    await vi.waitFor(() => expect(told(listener).map(({ x }) => x)).toEqual([53]));
    expect(messages(listener)[0]!.states).toEqual([[`${ids[50]}`, '3', 1_790_000_000_000]]);
  });

  it('clusters vehicles at low zoom, and sends only isolated and named ones individually', async () => {
    const watcher = await user({ follow: 'branch' });
    const [lonely, named] = [ids[60]!, ids[61]!];
    const crowd = ids.filter((id) => id !== lonely);
    const place = (id: number) => ({ lng: 120 + (id % 10) / 1_000, lat: 30, status: id % 2 ? (2 as const) : (0 as const) });
    server.bus.publish('vehicles.updated', [...crowd.map((id) => live(id, place(id))), live(lonely, { lng: 90, lat: 40 })]);
    // after a tick the earlier update is sent before the distant viewer connects
    await gpsmsg(await user());
    const listener = await gpsmsg(watcher);
    const cells = () => listener.texts.map((text) => GpsMessage.parse(JSON.parse(text))).filter((m) => m.cells !== undefined);
    listener.socket.send(JSON.stringify({ view: { bounds: [70, 10, 140, 55], zoom: 4, tids: [`${named}`], n: 1 } }));
    await vi.waitFor(() => expect(cells()).toHaveLength(1));
    const [first] = cells();
    expect(first!.view).toBe(1);
    expect(first!.cells!.toSorted((a, b) => a[0] - b[0])).toEqual([
      [90, 40, [0, 0, 1, 0, 0, 0, 0], [`${lonely}`]],
      [expect.closeTo(120, 1), 30, expect.any(Array), []],
    ]);
    const counted = first!.cells!.reduce((sum, [, , byStatus]) => sum + byStatus.reduce((a, b) => a + b, 0), 0);
    expect(counted).toBe(FLEET);

    server.bus.publish('vehicles.updated', [
      live(ids[70]!, { ...place(1), lng: 120.001 }),
      live(lonely, { lng: 90.5, lat: 40 }),
      live(named, { lng: 120.002, lat: 30 }),
    ]);
    await vi.waitFor(() => expect(told(listener).map(({ x }) => x)).toEqual(expect.arrayContaining([120.002, 90.5])));
    expect(told(listener)).toHaveLength(2);
    server.clock.now += 2_000;
    await vi.waitFor(() => expect(cells()).toHaveLength(2));
    expect(cells()[1]!.cells!.map(([x]) => x)).toContain(90.5);

    listener.socket.send(JSON.stringify({ view: { bounds: [119, 29, 121, 31], zoom: 12, n: 2 } }));
    await vi.waitFor(() => expect(cells()).toHaveLength(3));
    const last = cells()[2]!;
    // the vehicle requested by id was sent before
    expect([last.cells, last.view, last.data.length]).toEqual([null, 2, FLEET - 2]);
  });

  it('sends a few vehicles individually at any zoom', async () => {
    const watcher = await user();
    await call(watcher.token, 'car/checkedCar', { targId: `${ids[0]}` });
    const listener = await gpsmsg(watcher);
    listener.socket.send(JSON.stringify({ view: { bounds: [70, 10, 140, 55], zoom: 3, n: 1 } }));
    await answered(listener);
    server.bus.publish('vehicles.updated', [live(ids[0]!, { lng: 99 })]);
    await vi.waitFor(() => expect(told(listener).map(({ x }) => x)).toEqual([99]));
    expect(listener.texts.some((text) => text.includes('"cells"'))).toBe(false);
  });

  it('continues with its view after a reconnect; vehicles that left the view are in the list', async () => {
    const watcher = await user({ follow: 'branch' });
    const view = { bounds: [40, 0, 50, 10], n: 1 };
    server.bus.publish('vehicles.updated', [live(ids[80]!, { lng: 45, lat: 5 }), live(ids[81]!, { lng: 46, lat: 5 })]);
    const first = await gpsmsg(watcher);
    first.socket.send(JSON.stringify({ view }));
    await vi.waitFor(() => expect(first.texts.some((text) => text.includes('"view":1'))).toBe(true));
    const { at } = GpsMessage.parse(JSON.parse(first.texts.at(-1)!));
    first.socket.terminate();
    server.clock.now += 1_000;
    server.bus.publish('vehicles.updated', [live(ids[80]!, { lng: 47, lat: 5 }), live(ids[81]!, { lng: 60, lat: 5 })]);
    const second = await gpsmsg(watcher);
    second.socket.send(JSON.stringify({ since: at, view }));
    await vi.waitFor(() => expect(told(second).map(({ x }) => x)).toContain(47));
    // the list has the other positions, and a console reloads it after each reconnect
    const { texts, closed } = await listen(`/websocket/init/${watcher.prefix}`, { authorization: watcher.token });
    await closed;
    const all = texts.slice(0, -1).flatMap((text) => InitMessage.parse(JSON.parse(text)).data);
    expect(all.find(({ tid }) => tid === `${ids[81]}`)?.x).toBe(60);
    // a vehicle that leaves afterwards is sent, though it did not move since the view was requested
    server.bus.publish('vehicles.updated', [live(ids[80]!, { lng: 61, lat: 5 })]);
    await vi.waitFor(() => expect(told(second).map(({ x }) => x)).toContain(61));
  });

  it('continues after a reconnect with the changes since the disconnection', async () => {
    const watcher = await user({ follow: 'branch' });
    const first = await gpsmsg(watcher);
    server.bus.publish('vehicles.updated', [live(ids[30]!, { lng: 70, status: 1 })]);
    await vi.waitFor(() => expect(told(first)).toHaveLength(1));
    const { at } = messages(first)[0]!;
    first.socket.terminate();
    server.clock.now += 1_000;
    server.bus.publish('vehicles.updated', [live(ids[31]!, { lng: 71, status: 4 })]);
    server.clock.now += 1_000;
    const second = await gpsmsg(watcher);
    second.socket.send(JSON.stringify({ since: at + 1 }));
    await vi.waitFor(() => expect(told(second).map(({ x }) => x)).toEqual([71]));
    expect(messages(second)[0]!.states).toEqual([[`${ids[31]}`, '4', 1_790_000_000_000]]);
    expect(messages(second)[0]!.reload).toBeUndefined();

    second.socket.send(JSON.stringify({ since: 0 }));
    await vi.waitFor(() => expect(messages(second)).toHaveLength(2));
    expect(messages(second)[1]).toMatchObject({ reload: 1 });
    expect(messages(second)[1]!.data).toHaveLength(FLEET);
  });

  it('sends reload only to users whose vehicles changed', async () => {
    const away = await server.department('Elsewhere', root);
    const watcher = await user({ follow: 'branch' });
    const listener = await gpsmsg(watcher);
    await addVehicle(server, { plate: '沪C00001', departmentId: away });
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    const joined = await addVehicle(server, { plate: '京Z99999', departmentId: branch });
    server.bus.publish('vehicles.updated', [live(joined, { lng: 60 })]);
    server.bus.publish('fleet.changed', { vehicleIds: [joined] });
    await vi.waitFor(() => expect(told(listener).map(({ x }) => x)).toContain(60));
    expect(messages(listener).filter((message) => message.reload)).toHaveLength(1);
    await server.db.run(sql`delete from vehicle where id = ${joined}`);
    server.bus.publish('fleet.changed', { vehicleIds: [joined] });
    await vi.waitFor(() => expect(messages(listener).filter((message) => message.reload)).toHaveLength(2));
  });

  it.each([
    ['text that is not JSON', 'hello', 1008],
    ['a wrong type', '{"since":"yesterday"}', 1008],
    ['an invalid zoom', '{"view":{"zoom":-1}}', 1008],
    ['a paused value of the wrong type', '{"paused":true}', 1008],
    ['binary data', Buffer.from([0x7e, 0x00]), 1008],
    ['a message that is too large', 'x'.repeat(200_000), 1009],
  ])('closes the socket on %s', async (_name, message, code) => {
    const listener = await gpsmsg(await user());
    listener.socket.send(message);
    // 1006: the socket was dropped without a word
    expect([code, 1006]).toContain((await listener.closed).code);
    expect((await server.call('GET', 'user/loginPage')).body.code).toBe('0');
  });

  it('closes the socket on a flood of messages', async () => {
    const listener = await gpsmsg(await user());
    for (let i = 0; i < 500; i++) listener.socket.send('H#C');
    expect((await listener.closed).code).toBe(1008);
  });

  it('drops a dead peer', async () => {
    const watcher = await user();
    const dead = await rawSocket(watcher);
    const before = server.monitor.sockets.count('gpsmsg');
    expect(before).toBeGreaterThan(0);
    const gone = new Promise((resolve) => dead.on('close', resolve));
    dead.resume();
    await gone;
  });

  it('queues nothing for a slow reader, and sends it the latest positions when it reads again', async () => {
    const watcher = await user({ follow: 'branch' });
    // beats, but does not read
    const slow = await rawSocket(watcher);
    slow.pause();
    const beat = setInterval(() => slow.write(masked('H#C')), 50);
    const rounds = 60;
    for (let round = 1; round <= rounds; round++) {
      server.bus.publish(
        'vehicles.updated',
        ids.map((id) => live(id, { lng: 100 + round / 1000, receivedAt: round })),
      );
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    const records = counter(slow, /"tid"/g);
    const latest = counter(slow, new RegExp(`"r":${rounds},`, 'g'));
    slow.resume();
    await vi.waitFor(() => expect(latest()).toBe(FLEET), { timeout: 10_000 });
    clearInterval(beat);
    slow.destroy();
    // the network's own buffers absorbed the first rounds; most were never sent
    expect(records()).toBeLessThan((rounds * FLEET) / 2);
  });

  it('closes the socket of a reader that reads nothing', async () => {
    const watcher = await user({ follow: 'branch' });
    const slow = await rawSocket(watcher);
    slow.pause();
    const beat = setInterval(() => slow.write(masked('H#C')), 50);
    const before = server.monitor.sockets.count('gpsmsg');
    let round = 0;
    const goOn = () => {
      round++;
      server.clock.now += 1_000;
      server.bus.publish(
        'vehicles.updated',
        ids.map((id) => live(id, { receivedAt: round })),
      );
    };
    // as much as the network's own buffers take, and then for as long as it may take nothing
    await vi.waitFor(
      () => {
        goOn();
        expect(server.monitor.sockets.count('gpsmsg')).toBe(before - 1);
      },
      { timeout: 20_000, interval: 25 },
    );
    clearInterval(beat);
    slow.destroy();
  });
});

describe('commonmsg', () => {
  it('notifies an account, or all users whose scope includes a department', async () => {
    const [a, b] = [await user({ codes: [] }), await user({ codes: [] })];
    const listeners = await Promise.all(
      [a, b].map(({ prefix, token }) => listen(`/websocket/commonmsg/${prefix}`, { authorization: token })),
    );
    const { hub } = server.monitor;
    await hub.publish({ accountId: a.id }, { type: 'test', data: 1 });
    await hub.publish({ departmentId: root }, { type: 'test', data: 2 });
    await hub.publish({ departmentId: branch }, { type: 'test', data: 3 });
    for (const { socket } of listeners) socket.send('CS#HB');
    await vi.waitFor(() =>
      expect(listeners.map(({ texts }) => texts.map((text) => JSON.parse(text).data))).toEqual([
        [1, 3, {}],
        [3, {}],
      ]),
    );
  });
});

describe('deptChanged', () => {
  it('notifies users who see the moved department once the tree is updated; vehicle changes send nothing', async () => {
    const plateOf = (id: number) => server.monitor.recordOf(id)?.cno;
    const change = async (vehicleId: number, plate: string) => {
      await server.db.run(sql`update vehicle set plate = ${plate} where id = ${vehicleId}`);
      server.bus.publish('fleet.changed', { vehicleIds: [] });
      await vi.waitFor(() => expect(plateOf(vehicleId)).toBe(plate));
    };
    await change(ids[0]!, '京B00001');
    const watcher = await user({ codes: ['2'] });
    const { socket, texts } = await listen(`/websocket/commonmsg/${watcher.prefix}`, { authorization: watcher.token });
    const types = () => texts.map((text) => JSON.parse(text).type);

    await server.department('Far away', root);
    await change(ids[0]!, '京B00002');
    await server.department('New team', branch);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    await vi.waitFor(() => expect(types()).toEqual(['deptChanged']));
    const { data } = (await server.call('POST', 'mainPage/getDeptTree', {}, { authorization: watcher.token })).body;
    expect(data.list.map(({ deptName }: { deptName: string }) => deptName)).toContain('New team');
    await change(ids[0]!, '京A10000');
    socket.send('CS#HB');
    await vi.waitFor(() => expect(types()).toEqual(['deptChanged', 'heartbeat']));
  });
});

describe('a session that ends', () => {
  it('closes its sockets, by logout and by a login elsewhere', async () => {
    const one = await user();
    const first = await gpsmsg(one);
    await server.signIn(one.name);
    expect(await first.closed).toEqual({ code: 4901, reason: 'signed in elsewhere' });

    const two = await user();
    const second = await gpsmsg(two);
    await server.call('POST', 'user/loginOut', {}, { authorization: two.token });
    expect(await second.closed).toEqual({ code: 4007, reason: 'session ended' });
  });

  it('closes its sockets even without an event', async () => {
    const watcher = await user();
    const listener = await gpsmsg(watcher);
    await server.db.run(sql`update session set ended_at = now(), end_reason = 'elsewhere' where prefix = ${watcher.prefix}`);
    expect((await listener.closed).code).toBe(4901);
  });
});

describe('a user whose role changes', () => {
  it('loses the sockets that are no longer permitted', async () => {
    const watcher = await user();
    const listener = await gpsmsg(watcher);
    const common = await listen(`/websocket/commonmsg/${watcher.prefix}`, { authorization: watcher.token });
    await server.db.run(sql`update role set codes = '{1}' where name = ${`role of ${watcher.name}`}`);
    expect(await listener.closed).toEqual({ code: 4003, reason: 'rights changed' });
    expect(common.socket.readyState).toBe(WebSocket.OPEN);
  });
});

/** A WebSocket by hand, so that nothing answers pings or reads by itself. */
function rawSocket({ prefix, token }: { prefix: string; token: string }): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `GET /gpsmsg/receive/${prefix} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      );
    });
    socket.once('data', (data) => (String(data).includes(' 101 ') ? resolve(socket) : reject(new Error(String(data)))));
    socket.on('error', () => undefined);
  });
}

/** Counts what a pattern of at most 10 characters finds in what arrives. */
function counter(socket: Socket, pattern: RegExp): () => number {
  let [found, carry] = [0, ''];
  socket.on('data', (chunk: Buffer) => {
    const text = carry + chunk.toString('latin1');
    let end = 0;
    for (const match of text.matchAll(pattern)) {
      found++;
      end = match.index + match[0].length;
    }
    carry = text.slice(Math.max(end, text.length - 10));
  });
  return () => found;
}

/** A text frame as a client sends it, with a mask of zeros. */
const masked = (text: string) => Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
