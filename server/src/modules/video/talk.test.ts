import { viewPart } from '@fleetwarden/contract/video/live-video';
import { createAudioEncoder } from '@fleetwarden/protocol/jt1078';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/gateway/gateway-fixture.ts';
import { connectStream } from '../../../test/support/media/stream-terminal.ts';
import { openView, type ViewClient } from '../../../test/support/media/view-client.ts';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { json, sql } from '../../platform/db/database.ts';
import { ANSWERED } from '../commands/index.ts';

const CODES = ['20401', '20403', '20404', '20407', '20408'];
const [G711A, G711U, G726, AAC] = [6, 7, 8, 19];
const FRAME_SAMPLES = 320;

let server: TestServer;
let port = 0;
let mediaPort = 0;
let [root, east, south] = [0, 0, 0];
const tokens: Record<string, string> = {};
let made = 0;

beforeAll(async () => {
  server = await startTestServer({ mediaLimits: { sweepMs: 20, streamMs: 60_000, silentMs: 60_000, unboundMs: 60_000 } });
  port = await server.http.listen({ host: '127.0.0.1', port: 0 });
  mediaPort = await server.mediaServer.start({ host: '127.0.0.1', port: 0 });
  root = await server.department('集团');
  east = await server.department('华东', root);
  south = await server.department('华南', root);
  const west = await server.department('华西', root);
  for (const [name, department, codes] of [
    ['boss', root, CODES],
    ['clerk', east, CODES],
    ['stranger', west, CODES],
    ['viewer', east, ['20401']],
  ] as const) {
    await server.account(name, department, codes);
    tokens[name] = await server.signIn(name);
  }
});
afterAll(() => server.stop());

type Car = { readonly id: number; readonly sim: string };

/** A vehicle whose terminal is online from this address. */
async function car(departmentId = east): Promise<Car> {
  const sim = String(13_900_000_000 + ++made);
  const id = await addVehicle(server, { plate: `京T${10_000 + made}`, departmentId, phone: sim });
  await server.db.run(sql`
    insert into online_session (vehicle_id, login_at, last_msg_at, transport, peer_ip)
    values (${id}, now(), now(), 'tcp', '127.0.0.1')`);
  server.bus.publish('terminal.online', { vehicleId: id, at: Date.now() });
  return { id, sim };
}

const call = async (path: string, data: object, who = 'clerk') =>
  (await server.call('POST', `video/${path}`, data, { authorization: tokens[who]!, cookie: 'language=zh' })).body;
const of = ({ id }: Car, more: object = {}) => ({ targId: String(id), ...more });
async function open(path: string, data: object, who = 'clerk'): Promise<ViewClient & { sessionId: string }> {
  const body = await call(path, data, who);
  expect(body).toMatchObject({ code: '0' });
  return { ...(await openView(port, body.data.url, tokens[who]!)), sessionId: body.data.sessionId };
}
const talk = (vehicle: Car, who?: string) => open('startTalk', of(vehicle), who);
const commands = ({ id }: Car) =>
  server.db.query<{ cmd_code: string; params: Record<string, unknown> }>(
    sql`select cmd_code, params from command where vehicle_id = ${id} order by id`,
  );
const set = async (values: Readonly<Record<string, unknown>>, departmentId: number | null = null) => {
  for (const [key, value] of Object.entries(values)) {
    await server.db.run(sql`delete from setting_value where key = ${key} and department_id is not distinct from ${departmentId}`);
    await server.db.run(
      sql`insert into setting_value (department_id, key, value) values (${departmentId}, ${key}, ${JSON.stringify(value)}::jsonb)`,
    );
  }
  server.bus.publish('settings.changed', { departmentId });
};

/** A tone as a browser's microphone gives it. */
const tone = Int16Array.from({ length: FRAME_SAMPLES * 2 }, (_, i) => Math.round(8_000 * Math.sin(i / 5)));
const microphone = (samples: Int16Array = tone) => Buffer.from(samples.buffer);
const lastState = (view: ViewClient) => view.states().at(-1);

describe('a talk', () => {
  it('carries sound both ways on the connection of the terminal', async () => {
    const vehicle = await car();
    const view = await talk(vehicle);
    expect(await commands(vehicle)).toMatchObject([
      { cmd_code: '9101', params: { tcpPort: mediaPort, udpPort: 0, channel: 1, dataType: 2, streamType: 0 } },
    ]);
    const terminal = await connectStream(mediaPort, vehicle);
    terminal.sound();
    await eventually(() => expect(lastState(view)).toBe('playing'));
    terminal.sound();
    await eventually(() => expect(view.parts(viewPart.pcm).length).toBeGreaterThan(0));
    view.socket.send(microphone());
    await eventually(() => expect(terminal.heard).toHaveLength(2));
    const encode = createAudioEncoder('g711a')!;
    expect(terminal.heard).toMatchObject(
      [0, 1].map((i) => ({
        sim: vehicle.sim,
        channel: 1,
        payloadType: G711A,
        dataType: 'audio',
        sequence: i,
        timestampMs: i * 40,
        body: encode(tone.subarray(i * FRAME_SAMPLES, (i + 1) * FRAME_SAMPLES)),
      })),
    );

    // one talker at a time, and the terminal is let go at once
    expect(await call('startTalk', of(vehicle), 'boss')).toMatchObject({ code: '4029', msg: '该车辆正在对讲中(clerk)' });
    view.socket.close();
    await terminal.closed;
    await eventually(async () =>
      expect((await commands(vehicle)).at(-1)).toMatchObject({ cmd_code: '9102', params: { channel: 1, control: 4 } }),
    );
    await eventually(async () =>
      expect((await call('listView', of(vehicle))).data.list).toMatchObject([
        { kind: 'talk', dataType: 2, username: 'clerk', endedAt: expect.any(Number), playedAt: expect.any(Number), reason: null },
      ]),
    );
    await open('startTalk', of(vehicle), 'boss').then(({ socket }) => socket.close());
  });

  it('uses the codec of 0x1003, or else of the sound of the terminal', async () => {
    const [declared, received, narrow] = [await car(), await car(), await car()];
    await server.db.run(sql`
      insert into command (vehicle_id, cmd_code, message_id, params, resends, limit_ms, created_at, expire_at, state, answered_at, result_data)
      values (${declared.id}, '9003', ${0x9003}, '{}', 0, 1000, now(), now(), ${ANSWERED}, now(), ${json({ audioCodec: G711U })})`);
    for (const [vehicle, payloadType, spoken] of [
      [declared, G711A, G711U],
      [received, G711U, G711U],
      [narrow, G726, G726],
    ] as const) {
      const view = await talk(vehicle);
      const terminal = await connectStream(mediaPort, vehicle);
      terminal.sound(payloadType);
      await eventually(() => expect(lastState(view)).toBe('playing'));
      view.socket.send(microphone());
      await eventually(() => expect(terminal.heard.map((packet) => packet.payloadType)).toEqual([spoken, spoken]));
      view.socket.close();
    }
  });

  it('ends with a reason if the codec cannot be encoded', async () => {
    const vehicle = await car();
    const view = await talk(vehicle);
    await eventually(() => expect(lastState(view)).toBe('requesting'));
    const terminal = await connectStream(mediaPort, vehicle);
    terminal.sound(AAC);
    await view.closed;
    expect(lastState(view)).toBe('ended talkCodec');
    await terminal.closed;
  });

  it('can be ended by its talker only, also before its socket opens', async () => {
    const vehicle = await car();
    const { sessionId } = (await call('startTalk', of(vehicle))).data;
    await call('stopTalk', { sessionId }, 'boss');
    expect(await call('startTalk', of(vehicle))).toMatchObject({ code: '4029' });
    await call('stopTalk', { sessionId });
    const view = await talk(vehicle);
    await eventually(() => expect(lastState(view)).toBe('requesting'));
    await call('stopTalk', { sessionId: view.sessionId }, 'boss');
    expect((await call('listSession', of(vehicle))).data.list).toMatchObject([
      { kind: 'talk', username: 'clerk', targId: String(vehicle.id), carNo: expect.stringContaining('京T'), channel: 1 },
    ]);
    await call('stopTalk', { sessionId: view.sessionId });
    await view.closed;
    expect((await call('listSession', of(vehicle))).data.list).toEqual([]);
  });

  it('needs the permission and the scope, and is the only view that accepts a microphone', async () => {
    const vehicle = await car();
    expect(await call('startTalk', of(vehicle), 'viewer')).toMatchObject({ code: '4003' });
    expect(await call('startTalk', of(vehicle), 'stranger')).toMatchObject({ code: '4004' });
    expect((await call('listSession', {}, 'stranger')).data.list).toEqual([]);
    const view = await open('realtime', of(vehicle, { channel: 1 }));
    await eventually(() => expect(lastState(view)).toBe('requesting'));
    view.socket.send(microphone());
    expect(await view.closed).toBe(1008);
  });

  it('during a live view of the channel uses the second connection', async () => {
    const vehicle = await car();
    const live = await open('realtime', of(vehicle, { channel: 1 }));
    const camera = await connectStream(mediaPort, vehicle);
    camera.keyFrame();
    await eventually(() => expect(lastState(live)).toBe('playing'));
    const view = await talk(vehicle);
    const terminal = await connectStream(mediaPort, vehicle);
    terminal.sound();
    await eventually(() => expect(lastState(view)).toBe('playing'));
    view.socket.send(microphone());
    await eventually(() => expect(terminal.heard).toHaveLength(2));
    expect(camera.heard).toEqual([]);
    view.socket.close();
    live.socket.close();
  });
});

describe('a broadcast', () => {
  it('speaks to all connected vehicles', async () => {
    const vehicles = [await car(), await car()];
    const offline = await addVehicle(server, { plate: '京T00001', departmentId: east, phone: '13700000009' });
    const targIds = [...vehicles.map(({ id }) => String(id)), String(offline)];
    const body = await call('startBroadcast', { targIds });
    expect(body.data.failed).toEqual([{ targId: String(offline), error: 'terminalOffline', values: {} }]);
    const view = await openView(port, body.data.url, tokens['clerk']!);
    const terminals = await Promise.all(vehicles.map((vehicle) => connectStream(mediaPort, vehicle)));
    for (const terminal of terminals) terminal.sound();
    const playing = vehicles.map(({ id }) => ({ type: 'target', targId: String(id), state: 'playing' }));
    await eventually(() => expect(view.messages).toEqual(expect.arrayContaining(playing)));
    expect(view.messages).toContainEqual({ type: 'target', targId: String(offline), state: 'ended', reason: 'noStream' });
    view.socket.send(microphone());
    await eventually(() => expect(terminals.map(({ heard }) => heard.length)).toEqual([2, 2]));
    expect(await call('startTalk', of(vehicles[1]!), 'boss')).toMatchObject({ code: '4029', msg: '该车辆正在对讲中(clerk)' });
    expect((await call('listSession', of(vehicles[1]!))).data.list).toMatchObject([{ kind: 'broadcast' }]);
    view.socket.close();
    await Promise.all(terminals.map(({ closed }) => closed));
    for (const vehicle of vehicles)
      await eventually(async () =>
        expect((await call('listView', of(vehicle))).data.list).toMatchObject([{ kind: 'broadcast', dataType: 4 }]),
      );
    expect(await call('startBroadcast', { targIds: [String(offline)] })).toMatchObject({ code: '4020' });
  });
});

describe('a camera', () => {
  it('moves diagonally by two commands, and has focus, iris, wiper, light and zoom', async () => {
    const vehicle = await car();
    const act = (action: string, more: object = {}) => call('controlPtz', of(vehicle, { channel: 2, action, ...more }));
    expect((await act('upLeft', { speed: 200 })).data.list).toHaveLength(2);
    for (const action of ['stop', 'focusIn', 'irisClose', 'wiperOn', 'infraredOff', 'zoomOut']) await act(action);
    const sent = (await commands(vehicle)).map(({ cmd_code, params }) => [cmd_code, params]);
    expect(sent.slice(0, 2)).toEqual(
      expect.arrayContaining([1, 3].map((direction) => ['9301', { channel: 2, direction, speed: 200 }])),
    );
    expect(sent.slice(2)).toEqual([
      ['9301', { channel: 2, direction: 0, speed: 128 }],
      ['9302', { channel: 2, action: 0 }],
      ['9303', { channel: 2, action: 1 }],
      ['9304', { channel: 2, action: 1 }],
      ['9305', { channel: 2, action: 0 }],
      ['9306', { channel: 2, action: 1 }],
    ]);
    expect(await call('controlPtz', of(vehicle, { channel: 2, action: 'up' }), 'viewer')).toMatchObject({ code: '4003' });
  });

  it('of the cabin is closed by the rules of its department, for every use', async () => {
    const [closed, other] = [await car(south), await car()];
    await set({ cabinView: 'cabinClosed', cabinChannels: '1,5' }, south);
    await server.db.run(sql`
      insert into vehicle_channel (vehicle_id, logical, physical, name, kind, icon, yuntai)
      values (${closed.id}, 1, 1, '驾驶员', 0, 0, true), (${closed.id}, 2, 2, '前方', 0, 0, false)`);
    for (const [path, more] of [
      ['realtime', { channel: 5 }],
      ['startTalk', {}],
      ['controlPtz', { channel: 1, action: 'up' }],
    ] as const)
      expect(await call(path, of(closed, more), 'boss')).toMatchObject({ code: '4003', msg: '车厢内通道已按规定关闭' });
    expect(await commands(closed)).toEqual([]);
    expect((await call('listChannel', of(closed), 'boss')).data.list).toMatchObject([
      { channel: 1, closed: true, yuntai: true },
      { channel: 2, closed: false, yuntai: false },
    ]);
    for (const wish of [of(closed, { channel: 2 }), of(other, { channel: 1 })])
      (await open('realtime', wish, 'boss')).socket.close();
    // closed between the call and the socket
    const { url } = (await call('realtime', of(closed, { channel: 2 }), 'boss')).data;
    await set({ cabinChannels: '1,2' }, south);
    await expect(openView(port, url, tokens['boss']!)).rejects.toThrow('403');
  });

  it('ends its view when a rule begins, and does not affect others', async () => {
    const vehicle = await car(south);
    await set({ cabinView: 'cabinOpen', cabinChannels: '1' }, south);
    const [cabin, road] = [
      await open('realtime', of(vehicle, { channel: 1 }), 'boss'),
      await open('realtime', of(vehicle, { channel: 2 }), 'boss'),
    ];
    await eventually(() => expect([cabin, road].map(lastState)).toEqual(['requesting', 'requesting']));
    await set({ cabinView: 'cabinClosed' }, south);
    await cabin.closed;
    expect([cabin, road].map(lastState)).toEqual(['ended cabinClosed', 'requesting']);
    road.socket.close();
  });
});

it('the attributes of a terminal are queried, and the latest ones are shown', async () => {
  const vehicle = await car();
  expect((await call('queryAvAttr', of(vehicle))).data).toMatchObject({ seqId: expect.any(String), attributes: null });
  const attributes = { audioCodec: 6, audioChannels: 1, sampleRate: 0, sampleBits: 1, audioFrameBytes: 320 };
  const rest = { hasAudioOutput: 1, videoCodec: 98, maxAudioChannels: 4, maxVideoChannels: 4 };
  await server.db.run(sql`
    update command set state = ${ANSWERED}, answered_at = now(), result_data = ${json({ ...attributes, ...rest })}
    where vehicle_id = ${vehicle.id}`);
  expect((await call('queryAvAttr', of(vehicle))).data.attributes).toMatchObject({
    audioCodec: 6,
    sampleRateHz: 8_000,
    sampleBits: 16,
    hasAudioOutput: true,
    videoCodec: 98,
    readAt: expect.any(Number),
  });
  // routes.md 3
  for (const [sampleRate, hz] of [
    [1, 22_050],
    [2, 44_100],
    [3, 48_000],
    [9, 48_000],
  ]) {
    await server.db.run(sql`
      update command set result_data = jsonb_set(result_data, '{sampleRate}', to_jsonb(${sampleRate}::integer))
      where vehicle_id = ${vehicle.id} and result_data is not null`);
    expect((await call('queryAvAttr', of(vehicle))).data.attributes.sampleRateHz).toBe(hz);
  }
  expect((await commands(vehicle)).map(({ cmd_code }) => cmd_code)).toEqual(Array(6).fill('9003'));
});

it('traffic is counted by month, triggers a warning at 80 %, and ends video at the limit', async () => {
  const vehicle = await car();
  const limitBytes = 10_000;
  await set({ videoMonthlyGB: limitBytes / 1e9 });
  const view = await open('realtime', of(vehicle, { channel: 1 }));
  const terminal = await connectStream(mediaPort, vehicle);
  terminal.keyFrame('cif', 8_500);
  await eventually(async () => {
    await server.video.upkeep();
    expect(view.messages).toContainEqual({ type: 'traffic', usedBytes: expect.any(Number), limitBytes });
  });
  expect((await call('realtime', of(vehicle, { channel: 2 }))).data.traffic).toEqual({
    usedBytes: expect.any(Number),
    limitBytes,
  });
  terminal.frame(2_000);
  await eventually(async () => {
    await server.video.upkeep();
    expect(lastState(view)).toBe('ended trafficLimit');
  });
  expect(await call('realtime', of(vehicle, { channel: 3 }))).toMatchObject({ code: '4011', msg: '流量已超限' });
  const { data } = await call('listTraffic', of(vehicle));
  expect(data).toMatchObject({ limitBytes, list: [{ month: expect.stringMatching(/^\d{4}-\d{2}$/) }] });
  expect(data.list[0].bytes).toBeGreaterThan(limitBytes);
  await set({ videoMonthlyGB: 0 });
  const more = await call('realtime', of(vehicle, { channel: 3 }));
  expect(more).toMatchObject({ code: '0', data: { traffic: null, watermark: true } });
  await set({ videoWatermark: false });
  expect((await call('realtime', of(vehicle, { channel: 4 }))).data.watermark).toBe(false);
  await set({ videoWatermark: true });
});

it('the packet loss of a received stream is published for the terminal', async () => {
  const vehicle = await car();
  const told: unknown[] = [];
  const unsubscribe = server.bus.subscribe('stream.received', (news) => {
    if (news.vehicleId === vehicle.id) told.push(news);
  });
  const view = await open('realtime', of(vehicle, { channel: 1 }));
  const terminal = await connectStream(mediaPort, vehicle);
  terminal.keyFrame();
  terminal.lose(1);
  terminal.frame();
  await eventually(() => expect(view.messages).toContainEqual(expect.objectContaining({ type: 'stats', lost: 1 })));
  await server.video.upkeep();
  expect(told).toEqual([{ vehicleId: vehicle.id, channel: 1, lossPercent: 33 }]);
  unsubscribe();
  view.socket.close();
});

it('layouts are saved for an account, and show vehicles of its scope', async () => {
  const [own, foreign] = [await car(), await car(south)];
  const tiles = [of(own, { channel: 1 }), null, of(foreign, { channel: 2 })];
  const preset = { name: '早班', layout: 4, rotateSeconds: 30, tiles };
  expect(await call('savePreset', preset)).toMatchObject({ code: '4004' });
  const { id } = (await call('savePreset', preset, 'boss')).data;
  const [plate] = await server.db.query<{ plate: string }>(sql`select plate from vehicle where id = ${own.id}`);
  const listed = async (who: string) => (await call('listPreset', {}, who)).data.list;
  expect(await listed('boss')).toMatchObject([
    { id, name: '早班', layout: 4, rotateSeconds: 30, tiles: [{ ...tiles[0], carNo: plate!.plate }, null, { channel: 2 }] },
  ]);
  expect(await listed('clerk')).toEqual([]);
  await call('savePreset', { ...preset, id, name: '晚班', rotateSeconds: null }, 'boss');
  expect(await listed('boss')).toMatchObject([{ name: '晚班', rotateSeconds: null }]);
  // a vehicle that left the scope is an empty tile
  await server.db.run(sql`update vehicle set deleted_at = now() where id = ${foreign.id}`);
  expect((await listed('boss'))[0].tiles.map((tile: object | null) => tile === null)).toEqual([false, true, true]);
  const { savePreset, delPreset } = { savePreset: { ...preset, tiles: [], id }, delPreset: { id } };
  expect(await call('savePreset', savePreset)).toMatchObject({ code: '4004' });
  expect(await call('delPreset', delPreset)).toMatchObject({ code: '4004' });
  await call('delPreset', delPreset, 'boss');
  expect(await listed('boss')).toEqual([]);
});
