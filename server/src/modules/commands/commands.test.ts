import type { CommandNews } from '@fleetwarden/contract/commands/schemas';
import { COMMAND_LIMIT_MS } from '@fleetwarden/contract/commands/terminal-commands';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { getText } from '@fleetwarden/locale/languages';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '../../../test/support/gateway/gateway-fixture.ts';
import { locationBody, type Reply as ReceivedMessage, wholeSecond } from '../../../test/support/gateway/terminal.ts';
import { answer, type Radio, startRadio } from '../../../test/support/radio.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { at, sql } from '../../platform/db/database.ts';
import { forgetCommands } from './index.ts';
import { OPEN_OF_VEHICLE, SENDS_OF_ACCOUNT, SENDS_TO_VEHICLE, SENDS_WINDOW_MS } from './limits.ts';

let server: TestServer;
let radio: Radio;
let root: number;
let north: number;
let south: number;
const tokens = new Map<string, string>();
const sockets: WebSocket[] = [];
let plates = 10_000;
const plate = () => `京A${++plates}`;

const SENDER = ['20206', '20104', '20203', '20202', '20201', '20309', '20310', '20311', '20207'];

beforeAll(async () => {
  server = await startTestServer();
  radio = await startRadio(server);
  root = await server.department('Head office');
  north = await server.department('North', root);
  south = await server.department('South', root);
  server.bus.publish('fleet.changed', { vehicleIds: [] });
  for (const [name, departmentId, codes] of [
    ['sender', north, SENDER],
    ['colleague', north, ['20206']],
    ['looker', north, ['2']],
    ['stranger', south, SENDER],
    ['chief', root, SENDER],
  ] as const) {
    await server.account(name, departmentId, codes);
    tokens.set(name, await server.signIn(name));
  }
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await radio.stop();
  await server.stop();
});

const as = (name: string) => ({ authorization: tokens.get(name)! });
const call = async (name: string, path: string, data: object) => (await server.call('POST', path, data, as(name))).body;
const send = (name: string, cmdCode: string, targIds: readonly number[], params: object = {}, queueOffline = false) =>
  call(name, 'terminal/sendCommand', { cmdCode, targIds: targIds.map(String), params, queueOffline });
const text = { channels: [8], text: '请减速' };
const of = (type: ReceivedMessage['type']) => (reply: ReceivedMessage) => reply.type === type;

const listed = async (name: string, filter: object) => (await call(name, 'terminal/listCommand', filter)).data.list;
const becomes = (seqId: string, wanted: object) =>
  eventually(async () => expect(await listed('chief', { seqIds: [seqId] })).toMatchObject([wanted]));

describe('sending', () => {
  it('returns that the command was sent, and the list shows its result', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    const terminal = await radio.online(vehicle);
    const body = await send('sender', '8300', [vehicle.id], text);
    expect(body).toMatchObject({ code: '0', data: { list: [{ targId: String(vehicle.id), state: 1, resultCode: null }] } });
    const { seqId } = body.data.list[0];
    answer(terminal, await terminal.reply(of('sendText')));
    await becomes(seqId, { state: 2, resultCode: 0, sends: 1, username: 'sender', deptName: 'North', params: text });
  });

  it('returns the position reported by the terminal', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    const terminal = await radio.online(vehicle);
    const { data } = await send('sender', '8201', [vehicle.id]);
    const { serial } = await terminal.reply(of('queryLocation'));
    terminal.send({ id: 0x0201, body: Uint8Array.of(serial >> 8, serial, ...locationBody(wholeSecond())) });
    await becomes(data.list[0].seqId, { state: 6, resultData: { lng: 116.397, lat: 39.909, speedKmh: 40 } });
  });

  it.each([
    ['8202', { interval: 10, validMinutes: 30 }, 'trackLocation', { intervalS: 10, validityS: 1_800 }],
    ['8202', { interval: 0 }, 'trackLocation', { intervalS: 0 }],
    ['8203', { alarmBits: 1 }, 'confirmAlarm', { serial: 0, alarmBits: 1 }],
    ['8400', { phone: '13912345678' }, 'callBack', { kind: 1, phone: '13912345678' }],
    ['8601', { areaNos: [1, 2] }, 'deleteCircles', { ids: [1, 2] }],
    ['8603', { areaNos: [] }, 'deleteRectangles', { ids: [] }],
    ['8605', { areaNos: [3] }, 'deletePolygons', { ids: [3] }],
    ['8607', { areaNos: [4] }, 'deleteRoutes', { ids: [4] }],
    [
      '8801',
      { channel: 2, command: 3 },
      'takePhoto',
      { channel: 2, command: 3, intervalS: 0, save: 0, resolution: 2, quality: 5, brightness: 127, contrast: 64 },
    ],
    [
      '8600',
      { areas: [{ areaNo: 7, lng: 121.5, lat: 31.2, radius: 300, outPlat: true }] },
      'setCircles',
      { action: 1, items: [{ id: 7, attributes: 32, longitude: 121.5, latitude: 31.2, radiusM: 300 }] },
    ],
    [
      '8602',
      { action: 0, areas: [{ areaNo: 8, west: 121, south: 31, east: 122, north: 32, speed: { maxSpeed: 60, overDuration: 5 } }] },
      'setRectangles',
      {
        action: 0,
        items: [{ id: 8, attributes: 2, top: 32, left: 121, bottom: 31, right: 122, maxSpeedKmh: 60, overspeedS: 5 }],
      },
    ],
    [
      '8604',
      {
        area: {
          areaNo: 9,
          points: [
            { lng: 1, lat: 1 },
            { lng: 2, lat: 1 },
            { lng: 2, lat: 2 },
          ],
        },
      },
      'setPolygon',
      { id: 9, attributes: 0 },
    ],
    [
      '8606',
      {
        area: {
          areaNo: 10,
          corners: [
            { lng: 1, lat: 1, width: 20 },
            { lng: 2, lat: 1, width: 20 },
          ],
        },
      },
      'setRoute',
      { id: 10, attributes: 0 },
    ],
  ] as const)('%s %j is sent as %s', async (code, params, type, body) => {
    const vehicle = await radio.vehicle(plate(), north);
    const terminal = await radio.online(vehicle);
    const reply = await send('sender', code, [vehicle.id], params);
    expect(reply).toMatchObject({ code: '0' });
    const heard = await terminal.reply(of(type));
    expect(heard.body).toMatchObject(body);
    answer(terminal, heard);
  });

  it.each([
    ['9999', {}, 'cmdCode'],
    ['8202', { interval: 3 }, 'params.interval'],
    ['8202', { interval: 10, validMinutes: 0 }, 'params.validMinutes'],
    ['8203', { alarmBits: 2 }, 'params.alarmBits'],
    ['8300', { channels: [], text: 'x' }, 'params.channels'],
    ['8300', { channels: [2], text: 'x' }, 'params.channels.0'],
    ['8300', { channels: [8], text: ' ' }, 'params.text'],
    ['8300', { channels: [8], text: '字'.repeat(500) }, 'params.text'],
    ['8400', { phone: 'nobody' }, 'params.phone'],
    ['8801', { command: 11 }, 'params.command'],
    ['8801', { quality: 0 }, 'params.quality'],
    ['8801', { unheardOf: 1 }, 'params.unheardOf'],
    ['8600', { areas: [] }, 'params.areas'],
    ['8600', { areas: [{ areaNo: 0, lng: 0, lat: 0, radius: 300 }] }, 'params.areas.0.areaNo'],
    ['8602', { areas: [{ areaNo: 1, west: -1, south: 1, east: 1, north: 2 }] }, 'params.areas.0'],
    ['8602', { areas: [{ areaNo: 1, west: 2, south: 1, east: 1, north: 2 }] }, 'params.areas.0.east'],
    ['8604', { area: { areaNo: 1, points: [] } }, 'params.area.points'],
    ['8601', { areaNos: Array.from({ length: 126 }, (_, i) => i + 1) }, 'params.areaNos'],
  ])('%s %j is refused at %s', async (code, params, path) => {
    const vehicle = await radio.vehicle(plate(), north);
    const body = await send('chief', code, [vehicle.id], params, true);
    expect(body.code).toBe('4001');
    expect(body.data.fields.map((field: { path: string }) => field.path)).toContain(path);
    expect(body.data.fields[0].message).not.toMatch(/\{\{|^command\.|^rule\.|^field\./);
  });

  it('is recorded in the audit log', async () => {
    const name = plate();
    const vehicle = await radio.vehicle(name, north);
    await send('sender', '8300', [vehicle.id], text, true);
    const row = await server.db.first(sql`
      select account, area, action, object, after, result from audit_log where object = ${name}`);
    expect(row).toEqual({
      account: 'sender',
      area: 'commands',
      action: 'sendCommand',
      object: name,
      after: { cmdCode: '8300', params: text, vehicles: 1 },
      result: '0',
    });
  });
});

describe('commands to an offline terminal', () => {
  it('are refused immediately if they cannot be queued, and are not stored', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    for (const [code, params] of [
      ['8201', {}],
      ['8202', {}],
      ['8400', { phone: '13912345678' }],
      ['8801', {}],
    ] as const)
      expect((await send('sender', code, [vehicle.id], params, true)).code).toBe('4020');
    expect((await send('sender', '8300', [vehicle.id], text)).code).toBe('4020');
    expect(await listed('sender', { targId: String(vehicle.id) })).toEqual([]);
  });

  it('are sent when it authenticates, if they can be queued', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    const { data } = await send('sender', '8300', [vehicle.id], text, true);
    expect(data.list).toMatchObject([{ state: 0, resultCode: null }]);
    const terminal = await radio.online(vehicle);
    answer(terminal, await terminal.reply(of('sendText')));
    await becomes(data.list[0].seqId, { state: 2 });
  });

  it('are not sent after cancellation; sent ones stay unchanged', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    const { data } = await send('sender', '8300', [vehicle.id], text, true);
    const seqIds = [data.list[0].seqId];
    expect((await call('sender', 'terminal/cancelCommand', { seqIds })).data).toEqual({ cancelled: 1 });
    expect((await call('sender', 'terminal/cancelCommand', { seqIds })).data).toEqual({ cancelled: 0 });
    const terminal = await radio.online(vehicle);
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(terminal.unread.filter(of('sendText'))).toEqual([]);
    await becomes(seqIds[0], { state: 5 });
    const sent = (await send('sender', '8300', [vehicle.id], text)).data.list[0].seqId;
    expect((await call('sender', 'terminal/cancelCommand', { seqIds: [sent] })).data).toEqual({ cancelled: 0 });
  });

  it('fail in a send to several vehicles, and the other vehicles receive theirs', async () => {
    const [here, away] = [await radio.vehicle(plate(), north), await radio.vehicle(plate(), north)];
    const terminal = await radio.online(here);
    const { data } = await send('sender', '8801', [away.id, here.id]);
    const resultOf = (id: number) => data.list.find((row: { targId: string }) => row.targId === String(id));
    expect(resultOf(away.id)).toMatchObject({ state: 3, resultCode: 4020 });
    expect(resultOf(here.id)).toMatchObject({ state: 1 });
    answer(terminal, await terminal.reply(of('takePhoto')), 1);
    await becomes(resultOf(here.id).seqId, { state: 3, resultCode: 1 });
  });

  it('are refused if they need a later protocol version than the terminal has', async () => {
    const [old, fresh] = [await radio.vehicle(plate(), north, 2013), await radio.vehicle(plate(), north, 2019)];
    const query = { kind: 1, areaNos: [] };
    await radio.online(old);
    const terminal = await radio.online(fresh);
    expect((await send('sender', '8608', [old.id], query)).code).toBe('4023');
    const { data } = await send('sender', '8608', [old.id, fresh.id], query);
    expect(data.list.map((row: { resultCode: unknown }) => row.resultCode).sort()).toEqual([4023, null]);
    expect((await terminal.reply(of('queryAreas'))).body).toEqual({ kind: 1, ids: [] });
  });
});

describe('an unanswered command', () => {
  it('times out, and is resent as a new command on request', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    const terminal = await radio.online(vehicle);
    const { data } = await send('sender', '8801', [vehicle.id]);
    await terminal.reply(of('takePhoto'));
    server.clock.now += COMMAND_LIMIT_MS;
    const { seqId } = data.list[0];
    await becomes(seqId, { state: 4 });
    const again = await call('sender', 'terminal/resendCommand', { seqIds: [seqId] });
    expect(again.data.list).toMatchObject([{ targId: String(vehicle.id), state: 1 }]);
    expect(again.data.list[0].seqId).not.toBe(seqId);
    terminal.send({
      type: 'photoReply',
      body: { serial: (await terminal.reply(of('takePhoto'))).serial, result: 0, mediaIds: [5] },
    });
    await becomes(again.data.list[0].seqId, { state: 6, resultData: { mediaIds: [5] } });
    // it has ended well: nothing to send again
    expect((await call('sender', 'terminal/resendCommand', { seqIds: [again.data.list[0].seqId] })).data.list).toEqual([]);
  });

  it('is deleted after half a year', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    const { data } = await send('sender', '8300', [vehicle.id], text, true);
    const { seqId } = data.list[0];
    await server.db.run(sql`update command set created_at = now() - interval '181 days' where id = ${Number(seqId)}`);
    expect(await forgetCommands(server.db, Date.now())).toBe(1);
    expect(await listed('chief', { seqIds: [seqId] })).toEqual([]);
  });
});

describe('permissions and scope', () => {
  it('prevent commands without permission', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    expect((await send('looker', '8201', [vehicle.id])).code).toBe('4003');
    expect((await send('colleague', '8300', [vehicle.id], text, true)).code).toBe('4003');
    expect((await call('colleague', 'terminal/saveTemplate', { cmdCode: '8300', name: 'x', params: text })).code).toBe('4003');
  });

  it('prevent access to vehicles outside the departments of the user, also together with other vehicles', async () => {
    const [own, foreign] = [await radio.vehicle(plate(), south), await radio.vehicle(plate(), north)];
    expect((await send('stranger', '8300', [foreign.id], text, true)).code).toBe('4004');
    expect((await send('stranger', '8300', [own.id, foreign.id], text, true)).code).toBe('4004');
    expect((await send('stranger', '8300', [2 ** 31 - 1], text, true)).code).toBe('4004');
    expect(await listed('chief', { targId: String(own.id) })).toEqual([]);
    const { data } = await send('sender', '8300', [foreign.id], text, true);
    const seqIds = [data.list[0].seqId];
    expect(await listed('stranger', { seqIds })).toEqual([]);
    expect((await call('stranger', 'terminal/cancelCommand', { seqIds })).code).toBe('4004');
    expect((await call('stranger', 'terminal/resendCommand', { seqIds })).code).toBe('4004');
    expect((await call('looker', 'terminal/cancelCommand', { seqIds })).code).toBe('4004');
  });

  it('limit the list to own commands and commands that the user has permission to send', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    const { data } = await send('sender', '8300', [vehicle.id], text, true);
    const seqIds = [data.list[0].seqId];
    expect(await listed('sender', { seqIds, mine: true })).toHaveLength(1);
    expect(await listed('chief', { seqIds })).toHaveLength(1);
    expect(await listed('chief', { seqIds, mine: true })).toEqual([]);
    expect(await listed('colleague', { seqIds })).toEqual([]);
    expect(await listed('looker', { seqIds })).toEqual([]);
  });

  it('allow a list filtered by vehicle, command, state and time', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    const targId = String(vehicle.id);
    await send('sender', '8300', [vehicle.id], text, true);
    await send('sender', '8601', [vehicle.id], { areaNos: [] }, true);
    const count = async (filter: object) => (await listed('sender', { targId, ...filter })).length;
    expect(await count({})).toBe(2);
    expect(await count({ cmdCode: '8601' })).toBe(1);
    expect(await count({ state: 0 })).toBe(2);
    expect(await count({ state: 2 })).toBe(0);
    expect(await count({ startTime: server.clock.now + 1 })).toBe(0);
    expect(await count({ endTime: server.clock.now })).toBe(2);
  });

  it('sort the list by command time, newest first, regardless of ids', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    const targId = String(vehicle.id);
    for (const ageMs of [1_000, 3_000, 2_000])
      await server.db.run(sql`
        insert into command (vehicle_id, account_id, cmd_code, message_id, params, resends, limit_ms, state, sends, created_at, expire_at)
        values (${vehicle.id}, (select id from account where login_name = 'sender'), '8300', ${0x8300}, '{}', 0, 1000, 2, 1,
          ${at(server.clock.now - ageMs)}, ${at(server.clock.now)})`);
    const ages = (await listed('sender', { targId })).map(({ createdAt }: { createdAt: number }) => server.clock.now - createdAt);
    expect(ages).toEqual([1_000, 2_000, 3_000]);
  });
});

describe('a flood of commands', () => {
  /** Commands that were sent or wait, as many calls would have entered them. */
  const entered = (count: number, of: { account: string; vehicleId: number; state: number; sends: number; ageMs?: number }) =>
    server.db.run(sql`
      insert into command (vehicle_id, account_id, cmd_code, message_id, params, resends, limit_ms, state, sends, created_at, expire_at)
      select ${of.vehicleId}, (select id from account where login_name = ${of.account}), '8300', ${0x8300}, '{}', 0, 1000,
        ${of.state}::smallint, ${of.sends}::smallint, ${at(server.clock.now - (of.ageMs ?? 0))}::timestamptz,
        ${at(server.clock.now + HOUR_MS)}::timestamptz
      from generate_series(1, ${count})`);
  const flooder = async (name: string) => {
    await server.account(name, north, SENDER);
    tokens.set(name, await server.signIn(name));
    return name;
  };
  const mine = async (name: string) => (await call(name, 'terminal/listCommand', { mine: true })).pageModel.total;

  it('from one account is refused at its limit with a message, until the minute ends', async () => {
    const account = await flooder('flooder');
    const [one, other] = [await radio.vehicle(plate(), north), await radio.vehicle(plate(), north)];
    await entered(SENDS_OF_ACCOUNT - 1, { account, vehicleId: one.id, state: 2, sends: 1, ageMs: SENDS_WINDOW_MS - 5_000 });
    const refused = await send(account, '8300', [other.id, (await radio.vehicle(plate(), north)).id], text, true);
    expect([refused.code, refused.msg]).toEqual(['4029', expect.stringContaining(String(SENDS_OF_ACCOUNT))]);
    // at once they get no more through than one after the other
    const many = await Promise.all(Array.from({ length: 5 }, () => send(account, '8300', [other.id], text, true)));
    expect(many.map(({ code }) => code).sort()).toEqual(['0', '4029', '4029', '4029', '4029']);
    expect(await mine(account)).toBe(SENDS_OF_ACCOUNT);
    expect((await send('sender', '8300', [other.id], text, true)).code).toBe('0');
    server.clock.now += 5_000;
    expect((await send(account, '8300', [other.id], text, true)).code).toBe('0');
  });

  it('is refused completely when commands are resent', async () => {
    const account = await flooder('again');
    const vehicle = await radio.vehicle(plate(), north);
    const seqIds: string[] = [];
    for (const words of ['一', '二']) {
      const { data } = await send(account, '8300', [vehicle.id], { ...text, text: words }, true);
      seqIds.push(data.list[0].seqId);
    }
    await call(account, 'terminal/cancelCommand', { seqIds });
    await entered(SENDS_OF_ACCOUNT - 3, { account, vehicleId: vehicle.id, state: 5, sends: 0 });
    expect((await call(account, 'terminal/resendCommand', { seqIds, queueOffline: true })).code).toBe('4029');
    expect(await mine(account)).toBe(SENDS_OF_ACCOUNT - 1);
  });

  it('to one vehicle is refused at its limit for all senders; other vehicles still receive commands', async () => {
    const [full, free] = [await radio.vehicle(plate(), north), await radio.vehicle(plate(), north)];
    await entered(SENDS_TO_VEHICLE, { account: 'chief', vehicleId: full.id, state: 2, sends: 1, ageMs: SENDS_WINDOW_MS - 5_000 });
    const refused = await send('sender', '8300', [full.id], text, true);
    expect([refused.code, refused.msg]).toEqual(['4029', getText('en', 'error.vehicleBusy')]);
    const { list } = (await send('sender', '8300', [full.id, free.id], text, true)).data;
    const of = ({ id }: { id: number }) => list.find((row: { targId: string }) => row.targId === String(id));
    expect([of(full), of(free)]).toMatchObject([
      { state: 3, resultCode: 4029 },
      { state: 0, resultCode: null },
    ]);
    server.clock.now += 5_000;
    expect((await send('sender', '8300', [full.id], text, true)).code).toBe('0');
  });

  it('in the queue of a vehicle is refused at its limit regardless of time', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    await entered(OPEN_OF_VEHICLE, { account: 'chief', vehicleId: vehicle.id, state: 0, sends: 0, ageMs: HOUR_MS });
    expect((await send('sender', '8300', [vehicle.id], text, true)).code).toBe('4029');
    await server.db.run(
      sql`update command set state = 5 where id = (select min(id) from command where vehicle_id = ${vehicle.id})`,
    );
    expect((await send('sender', '8300', [vehicle.id], text, true)).code).toBe('0');
  });
});

it('a list covers the last week by default, or a requested period of at most 31 days', async () => {
  const vehicle = await radio.vehicle(plate(), north);
  const targId = String(vehicle.id);
  const { seqId } = (await send('sender', '8300', [vehicle.id], text, true)).data.list[0];
  const now = server.clock.now;
  await server.db.run(sql`update command set created_at = ${at(now - 8 * DAY_MS)} where id = ${Number(seqId)}`);
  for (const path of ['terminal/listCommand', 'msg/listMessage']) {
    const found = async (filter: object) => (await call('sender', path, { targId, ...filter })).data.list.length;
    expect([path, await found({})]).toEqual([path, 0]);
    expect([path, await found({ endTime: now - 2 * DAY_MS })]).toEqual([path, 1]);
    expect([path, await found({ startTime: now - 9 * DAY_MS })]).toEqual([path, 1]);
    expect([path, await found({ startTime: now - 40 * DAY_MS })]).toEqual([path, 0]);
    for (const wrong of [
      { startTime: now - 32 * DAY_MS, endTime: now },
      { startTime: now, endTime: now - 1 },
    ]) {
      const { code, data } = await call('sender', path, wrong);
      expect([path, code, data.fields.map((field: { path: string }) => field.path)]).toEqual([path, '4001', ['endTime']]);
    }
  }
  expect(await listed('sender', { seqIds: [seqId] })).toHaveLength(1);
});

it('templates belong to their account', async () => {
  const save = (name: string, params: object) => call('sender', 'terminal/saveTemplate', { cmdCode: '8202', name, params });
  expect((await save('slow', { interval: 2 })).code).toBe('4001');
  const { id } = (await save('often', { interval: 5 })).data;
  expect((await save('often', { interval: 6 })).data.id).toBe(id);
  const { list } = (await call('sender', 'terminal/listTemplate', { cmdCode: '8202' })).data;
  expect(list).toMatchObject([{ id, name: 'often', params: { interval: 6, validMinutes: 30 } }]);
  expect((await call('chief', 'terminal/listTemplate', {})).data.list).toEqual([]);
  expect((await call('chief', 'terminal/delTemplate', { ids: [id] })).code).toBe('4004');
  expect((await call('sender', 'terminal/delTemplate', { ids: [id] })).data).toEqual({ removed: 1 });
});

it('consoles of the sender and of users with permission for the command and vehicle receive each state', async () => {
  const port = await server.http.listen({ host: '127.0.0.1', port: 0 });
  const heard: Record<string, CommandNews[]> = {};
  for (const [name, token] of tokens) {
    const messages: CommandNews[] = [];
    heard[name] = messages;
    let joined = false;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket/commonmsg/${token.split('.')[0]}`, {
      headers: { authorization: token },
    });
    sockets.push(socket);
    socket.on('message', (said) => {
      const { type, data } = JSON.parse(String(said));
      joined = true;
      if (type === 'cmdResult') messages.push(data);
    });
    socket.on('open', () => socket.send('H#C'));
    await vi.waitFor(() => expect(joined).toBe(true));
  }
  const vehicle = await radio.vehicle(plate(), north);
  const terminal = await radio.online(vehicle);
  const { data } = await send('sender', '8300', [vehicle.id], text);
  const { seqId } = data.list[0];
  const news = { seqId, targId: String(vehicle.id), cmdCode: '8300', resultData: null };
  const sent = { ...news, state: 1, resultCode: null };
  const heardBy = (name: string) => heard[name]!.filter((each) => each.seqId === seqId);
  const bothHeard = (told: readonly object[]) =>
    vi.waitFor(() => expect({ sender: heardBy('sender'), chief: heardBy('chief') }).toEqual({ sender: told, chief: told }));
  const command = await terminal.reply(of('sendText'));
  // consoles may miss a state that the next one follows at once
  await bothHeard([sent]);
  answer(terminal, command, 2);
  await bothHeard([sent, { ...news, state: 3, resultCode: 2 }]);
  expect([heardBy('colleague'), heardBy('looker'), heardBy('stranger')]).toEqual([[], [], []]);
});
