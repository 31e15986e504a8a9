import { SEND_CODES, VIEW_CODES } from '@fleetwarden/contract/terminal-settings/parameter-groups';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/gateway/gateway-fixture.ts';
import { openLiveSocket } from '../../../test/support/live-socket.ts';
import { serveParameters } from '../../../test/support/parameter-terminal.ts';
import { type Radio, startRadio, type Vehicle } from '../../../test/support/radio.ts';
import { PASSWORD } from '../../../test/support/test-calls.ts';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';
import { forgetParameterSets } from './index.ts';

const MAX_SPEED = '85';
const OVERSPEED_S = '86';
const WARNING = '91';
const NIGHT = '50';
const SERVER = '19';
const APN_PASSWORD = '18';
const PLATE = '131';
const DSM = '62309';

const FLEET = ['7040101', '7040106', '7040109', '7040110', '7011701', '7011709', '7011706'];

let server: TestServer;
let radio: Radio;
let north: number;
let south: number;
let plates = 20_000;
const tokens = new Map<string, string>();
/** An object of a reply. */
type Json = Readonly<Record<string, unknown>>;
const plate = () => `京B${++plates}`;

beforeAll(async () => {
  server = await startTestServer();
  radio = await startRadio(server, { commandGraceMs: 0 });
  const root = await server.department('Head office');
  north = await server.department('North', root);
  south = await server.department('South', root);
  server.bus.publish('fleet.changed', { vehicleIds: [] });
  for (const [name, departmentId, codes] of [
    ['chief', root, [...FLEET, ...VIEW_CODES, ...SEND_CODES]],
    ['clerk', north, [...FLEET, ...VIEW_CODES, ...SEND_CODES]],
    ['colleague', north, [...FLEET, ...VIEW_CODES, ...SEND_CODES]],
    ['stranger', south, [...FLEET, ...VIEW_CODES, ...SEND_CODES]],
    // the page of speed limits only
    ['speedClerk', north, ['7040201', '7040209']],
    ['reader', north, ['7011701']],
    ['nobody', north, ['2']],
  ] as const) {
    await server.account(name, departmentId, codes);
    tokens.set(name, await server.signIn(name));
  }
});
afterAll(async () => {
  await radio.stop();
  await server.stop();
});

const call = async (name: string, path: string, data: object, page?: { page: number; limit: number }) =>
  (
    await server.post(
      `terminal/${path}`,
      { data, ...(page ? { pageModel: page } : {}) },
      { authorization: tokens.get(name)!, cookie: 'language=en' },
    )
  ).body;
const done = async (name: string, path: string, data: object) => {
  const body = await call(name, path, data);
  expect([path, body]).toMatchObject([path, { code: '0' }]);
  return body.data;
};
const set = (name: string, vehicles: readonly Vehicle[], values: object, more: object = {}) =>
  call(name, 'setParams', { targIds: vehicles.map(({ id }) => String(id)), values, ...more });
const valuesOf = async (name: string, { id }: Vehicle, filter: object = {}): Promise<Json[]> =>
  (await done(name, 'getParams', { targId: String(id), ...filter })).list;
const setsOf = async ({ id }: Vehicle, name = 'chief'): Promise<Json[]> =>
  (await done(name, 'listParamSet', { targIds: [String(id)] })).list;
/** The newest set of a vehicle gets this state. */
const becomes = (vehicle: Vehicle, wanted: object) =>
  eventually(async () => expect((await setsOf(vehicle))[0]).toMatchObject(wanted));

/** The confirmation of a dangerous set for one vehicle. */
const confirmation = async ({ id }: Vehicle) => {
  const row = await server.db.first<{ plate: string }>(sql`select plate from vehicle where id = ${id}`);
  return {
    confirmation: { cmdCode: '8103server', vehicles: 1, plate: row!.plate, password: await server.vPasswd(PASSWORD) },
  };
};
/** The platform setting: dangerous commands need a second user. */
async function approval(needed: boolean) {
  await server.db.run(sql`delete from setting_value where key = 'commandApproval'`);
  if (needed)
    await server.db.run(sql`insert into setting_value (department_id, key, value) values (null, 'commandApproval', 'true')`);
  server.bus.publish('settings.changed', { departmentId: null });
}

/** A vehicle whose terminal has these parameters. */
async function connected(values: Record<string, unknown>, version: 2011 | 2013 | 2019 = 2019, departmentId = north) {
  const vehicle = await radio.vehicle(plate(), departmentId, version);
  const terminal = await radio.online(vehicle);
  return { vehicle, terminal, memory: serveParameters(terminal, values) };
}
const readAll = async (name: string, vehicle: Vehicle) => {
  await done(name, 'readParams', { targIds: [String(vehicle.id)] });
  await eventually(async () => expect((await valuesOf(name, vehicle)).length).toBeGreaterThan(0));
};

describe('reading', () => {
  it('stores all values with their time, and unknown ids as received', async () => {
    // 0xF368 has no public layout
    const unknown = { '0xf368': Uint8Array.of(0xff, 2), '0xf371': Uint8Array.of(1, 0xab) };
    const { vehicle } = await connected({ maxSpeedKmh: 80, server: 'gps.example.com', ...unknown });
    const fresh = await done('clerk', 'getParams', { targId: String(vehicle.id) });
    expect(fresh).toMatchObject({ version: 2019, readAt: null, list: [] });
    await readAll('clerk', vehicle);
    const list = await valuesOf('clerk', vehicle);
    expect(list).toMatchObject([
      { id: SERVER, value: 'gps.example.com', raw: null },
      { id: MAX_SPEED, value: 80, raw: null, pending: null },
      { id: String(0xf368), value: null, raw: 'ff02' },
      { id: String(0xf371), value: null, raw: '01ab' },
    ]);
    expect(list[0]?.['readAt']).toBe(server.clock.now);
    expect(await valuesOf('clerk', vehicle, { groups: ['overspeed'] })).toMatchObject([{ id: MAX_SPEED }]);
  });

  it('omits passwords of the terminal in the list of commands', async () => {
    const { vehicle } = await connected({ maxSpeedKmh: 80, apnPassword: 'hush-hush' });
    await readAll('chief', vehicle);
    const { list } = await done('chief', 'listCommand', { targId: String(vehicle.id) });
    expect(list).toMatchObject([{ cmdCode: '8104', state: 6, resultData: { parameters: { maxSpeedKmh: 80 } } }]);
    expect(JSON.stringify(list)).not.toContain('hush-hush');
  });

  it('of some ids retains the others, and of all ids replaces them', async () => {
    const { vehicle, memory } = await connected({ maxSpeedKmh: 80, overspeedS: 10 });
    await readAll('clerk', vehicle);
    Object.assign(memory.values, { maxSpeedKmh: 70 });
    delete memory.values['overspeedS'];
    await done('clerk', 'readParams', { targIds: [String(vehicle.id)], ids: [MAX_SPEED] });
    await eventually(async () => expect((await valuesOf('clerk', vehicle))[0]).toMatchObject({ value: 70, previous: 80 }));
    expect(await valuesOf('clerk', vehicle)).toMatchObject([{}, { value: 10, previous: null }]);
    expect(memory.received.at(-1)).toEqual({ type: 'queryParameters', ids: [85] });
    await done('clerk', 'readParams', { targIds: [String(vehicle.id)] });
    await eventually(async () => expect(await valuesOf('clerk', vehicle)).toHaveLength(1));
    // it did not change again
    expect(await valuesOf('clerk', vehicle)).toMatchObject([{ value: 70, previous: 80 }]);
  });

  it('of a group omits parameters that the version lacks, and terminals of 2011 return all', async () => {
    const old = await connected({ maxSpeedKmh: 80 }, 2011);
    const newer = await connected({ maxSpeedKmh: 80 }, 2013);
    const targIds = [String(old.vehicle.id), String(newer.vehicle.id)];
    await done('speedClerk', 'readParams', { targIds, groups: ['overspeed'] });
    await eventually(async () => expect([old, newer].every(({ memory }) => memory.received.length === 1)).toBe(true));
    expect(old.memory.received).toEqual([{ type: 'queryAllParameters', ids: [85] }]);
    expect(newer.memory.received).toEqual([{ type: 'queryParameters', ids: [85, 86, 91] }]);
  });

  it('notifies consoles when the values are stored', async () => {
    const { vehicle } = await connected({ maxSpeedKmh: 80 });
    const port = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const [near, far] = [
      await openLiveSocket(port, tokens.get('speedClerk')!, 'commonmsg'),
      await openLiveSocket(port, tokens.get('stranger')!, 'commonmsg'),
    ];
    const news = ({ messages }: typeof near) =>
      messages.map((text) => JSON.parse(text)).filter(({ type }) => type === 'terminalParams');
    await done('clerk', 'readParams', { targIds: [String(vehicle.id)] });
    await eventually(async () =>
      expect(news(near)).toContainEqual({
        type: 'terminalParams',
        data: expect.objectContaining({ targId: String(vehicle.id), ids: [MAX_SPEED], setId: null }),
      }),
    );
    expect(news(far)).toEqual([]);
    for (const { socket } of [near, far]) socket.terminate();
  });

  it('needs the permission of the page of each parameter', async () => {
    const { vehicle } = await connected({ maxSpeedKmh: 80, server: 'a.example', apnPassword: 'secret' });
    await readAll('clerk', vehicle);
    const targIds = [String(vehicle.id)];
    expect(await call('speedClerk', 'readParams', { targIds })).toMatchObject({ code: '4003' });
    expect(await call('speedClerk', 'readParams', { targIds, ids: [SERVER] })).toMatchObject({ code: '4003' });
    expect(await call('nobody', 'getParams', { targId: targIds[0] })).toMatchObject({ code: '4003' });
    expect((await valuesOf('speedClerk', vehicle)).map(({ id }) => id)).toEqual([MAX_SPEED]);
    // all parameters, but not the password: its page is another
    expect((await valuesOf('reader', vehicle)).map(({ id }) => id)).toEqual([SERVER, MAX_SPEED]);
    expect((await valuesOf('clerk', vehicle)).map(({ id }) => id)).toEqual([APN_PASSWORD, SERVER, MAX_SPEED]);
  });

  it('shows nothing of a replaced terminal', async () => {
    const { vehicle } = await connected({ maxSpeedKmh: 80 });
    await readAll('clerk', vehicle);
    await server.db.run(sql`update terminal set vehicle_id = null where vehicle_id = ${vehicle.id}`);
    expect(await done('clerk', 'getParams', { targId: String(vehicle.id) })).toMatchObject({ readAt: null, list: [] });
  });
});

describe('setting', () => {
  it('is confirmed by the values that the terminal returns', async () => {
    const { vehicle, memory } = await connected({ maxSpeedKmh: 100, overspeedS: 10 });
    const body = await set('clerk', [vehicle], { [MAX_SPEED]: 80, [WARNING]: 5.5 });
    expect(body.data.list).toMatchObject([{ targId: String(vehicle.id), state: 'sent', notApplicable: [] }]);
    await becomes(vehicle, {
      setId: body.data.setId,
      state: 'confirmed',
      source: 'manual',
      values: { [MAX_SPEED]: 80, [WARNING]: 5.5 },
      differing: {},
      username: 'clerk',
    });
    expect(memory.received).toEqual([
      { type: 'setParameters', ids: [85, 91] },
      { type: 'queryParameters', ids: [85, 91] },
    ]);
    expect(await valuesOf('clerk', vehicle)).toMatchObject([
      { id: MAX_SPEED, value: 80, pending: null },
      { id: WARNING, value: 5.5, pending: null },
    ]);
  });

  it('shows the different value that the terminal returns', async () => {
    const { vehicle, memory } = await connected({ maxSpeedKmh: 100 });
    memory.behaviour = 'ignores';
    await set('clerk', [vehicle], { [MAX_SPEED]: 80, [OVERSPEED_S]: 5 });
    // the second is not returned at all
    await becomes(vehicle, { state: 'differs', differing: { [MAX_SPEED]: 100, [OVERSPEED_S]: null } });
    expect(await valuesOf('clerk', vehicle, { ids: [MAX_SPEED] })).toMatchObject([
      { id: MAX_SPEED, value: 100, pending: { value: 80, state: 'differs' } },
    ]);
  });

  it('shows a refusal, and a pending value while the terminal does not answer', async () => {
    const { vehicle, memory } = await connected({ maxSpeedKmh: 100 });
    memory.behaviour = 'refuses';
    await set('clerk', [vehicle], { [MAX_SPEED]: 80 });
    await becomes(vehicle, { state: 'failed', resultCode: 1, cmdState: 3 });
    memory.behaviour = 'silent';
    await set('clerk', [vehicle], { [MAX_SPEED]: 70 });
    await becomes(vehicle, { state: 'sent', cmdState: 1 });
    expect(await valuesOf('clerk', vehicle)).toMatchObject([
      { id: MAX_SPEED, value: null, pending: { value: 70, state: 'sent' } },
    ]);
  });

  it('of a part of an object compares that part only', async () => {
    const { vehicle } = await connected({}, 2013);
    await set('clerk', [vehicle], { [DSM]: { volume: 3, fatiguePhotos: 2 } });
    await becomes(vehicle, { state: 'confirmed' });
    const [dsm] = await valuesOf('clerk', vehicle);
    expect(dsm).toMatchObject({ id: DSM, value: { volume: 3, fatiguePhotos: 2 } });
  });

  it('refuses values outside their limits, unknown ids, and wrong types, each by its name', async () => {
    const { vehicle, memory } = await connected({ maxSpeedKmh: 100 });
    const body = await set('clerk', [vehicle], {
      [MAX_SPEED]: 221,
      [OVERSPEED_S]: '10 s',
      [WARNING]: 1.25,
      [DSM]: { fatiguePhotos: 11 },
      '61712': 1,
    });
    expect(body.code).toBe('4001');
    expect(body.data.fields.map(({ path }: { path: string }) => path).sort()).toEqual([
      'values.61712',
      'values.62309.fatiguePhotos',
      'values.85',
      'values.86',
      'values.91',
    ]);
    expect(await set('clerk', [vehicle], {})).toMatchObject({ code: '4001' });
    expect(memory.received).toEqual([]);
    expect(await setsOf(vehicle)).toEqual([]);
  });

  it('sends nothing to a terminal whose version lacks a parameter, and reports this for the vehicle', async () => {
    const old = await connected({ maxSpeedKmh: 100 }, 2013);
    const recent = await connected({ maxSpeedKmh: 100 }, 2019);
    const night = { startHour: 22, startMinute: 0, endHour: 5, endMinute: 30 };
    const body = await set('clerk', [old.vehicle, recent.vehicle], { [MAX_SPEED]: 80, [NIGHT]: night });
    expect(body.data.list).toMatchObject([
      { targId: String(old.vehicle.id), seqId: null, state: 'refused', resultCode: 4023, notApplicable: [NIGHT] },
      { targId: String(recent.vehicle.id), state: 'sent', notApplicable: [] },
    ]);
    await becomes(recent.vehicle, { state: 'confirmed' });
    expect(recent.memory.values['nightWindow']).toEqual(night);
    expect(old.memory.received).toEqual([]);
    expect(await setsOf(old.vehicle)).toMatchObject([{ state: 'refused', notApplicable: [NIGHT], values: {} }]);
  });

  it('fails for an offline terminal, or waits for it on request', async () => {
    const vehicle = await radio.vehicle(plate(), north, 2013);
    const body = await set('clerk', [vehicle], { [MAX_SPEED]: 80 });
    expect(body.data.list).toMatchObject([{ seqId: null, state: 'failed', resultCode: 4020 }]);
    const queued = await set('clerk', [vehicle], { [MAX_SPEED]: 80 }, { queueOffline: true });
    expect(queued.data.list).toMatchObject([{ state: 'sent', resultCode: null }]);
    await becomes(vehicle, { state: 'sent', cmdState: 0 });
    serveParameters(await radio.online(vehicle), { maxSpeedKmh: 100 });
    await becomes(vehicle, { state: 'confirmed' });
  });

  it('by two users at once shows each of them the result', async () => {
    const { vehicle, memory } = await connected({ maxSpeedKmh: 100 });
    const bodies = await Promise.all([
      set('clerk', [vehicle], { [MAX_SPEED]: 80 }),
      set('colleague', [vehicle], { [MAX_SPEED]: 90 }),
    ]);
    expect(bodies.map(({ code }) => code)).toEqual(['0', '0']);
    await eventually(async () =>
      expect((await setsOf(vehicle)).every(({ state }) => state === 'confirmed' || state === 'differs')).toBe(true),
    );
    const last = memory.values['maxSpeedKmh'];
    const sets = await setsOf(vehicle);
    expect(sets).toHaveLength(2);
    for (const { values, state, differing } of sets) {
      if ((values as Json)[MAX_SPEED] === last) expect(state).toBe('confirmed');
      else if (state === 'differs') expect(differing).toEqual({ [MAX_SPEED]: last });
    }
    expect(sets.some(({ state }) => state === 'confirmed')).toBe(true);
  });

  it('needs the permission of the page, and vehicles of the scope', async () => {
    const { vehicle, memory } = await connected({ maxSpeedKmh: 100 });
    expect(await set('speedClerk', [vehicle], { [MAX_SPEED]: 80, [SERVER]: 'a.example' })).toMatchObject({ code: '4003' });
    expect(await set('reader', [vehicle], { [MAX_SPEED]: 80 })).toMatchObject({ code: '4003' });
    expect(await set('stranger', [vehicle], { [MAX_SPEED]: 80 })).toMatchObject({ code: '4004' });
    // only the calls of this module send it
    const direct = await call('clerk', 'sendCommand', {
      cmdCode: '8103',
      targIds: [String(vehicle.id)],
      params: { values: { [SERVER]: 'a.example' } },
    });
    expect(direct).toMatchObject({ code: '4003' });
    expect(memory.received).toEqual([]);
    expect((await set('speedClerk', [vehicle], { [MAX_SPEED]: 80 })).code).toBe('0');
    await becomes(vehicle, { state: 'confirmed' });
    expect(await setsOf(vehicle, 'stranger')).toEqual([]);
    expect(await call('stranger', 'getParams', { targId: String(vehicle.id) })).toMatchObject({ code: '4004' });
  });

  it('of a server address requires a confirmation with the number of vehicles and the password', async () => {
    const { vehicle, memory } = await connected({ server: 'old.example' });
    const values = { [SERVER]: 'new.example' };
    expect((await set('clerk', [vehicle], values)).code).toBe('4001');
    const two = { confirmation: { ...(await confirmation(vehicle)).confirmation, vehicles: 2 } };
    expect(await set('clerk', [vehicle], values, two)).toMatchObject({
      code: '4001',
      data: { fields: [{ path: 'confirmation.vehicles' }] },
    });
    const wrong = { confirmation: { ...(await confirmation(vehicle)).confirmation, password: await server.vPasswd('Wrong-1') } };
    expect((await set('clerk', [vehicle], values, wrong)).code).toBe('4001');
    expect(memory.received).toEqual([]);
    expect((await set('clerk', [vehicle], values, await confirmation(vehicle))).data).toMatchObject({
      batchIds: [],
      list: [{ state: 'sent' }],
    });
    await becomes(vehicle, { state: 'confirmed', values });
    expect(memory.values['server']).toBe('new.example');
  });

  it('of a server address waits for approval by a second user if the platform requires it, and is verified then', async () => {
    await approval(true);
    const { vehicle, memory } = await connected({ server: 'old.example' });
    const values = { [SERVER]: 'new.example' };
    const body = await set('clerk', [vehicle], values, await confirmation(vehicle));
    expect(body.data).toMatchObject({ batchIds: [expect.any(String)], list: [{ seqId: null, state: 'awaiting' }] });
    const [batchId] = body.data.batchIds;
    expect(memory.received).toEqual([]);
    expect(await valuesOf('clerk', vehicle)).toMatchObject([
      { id: SERVER, pending: { value: 'new.example', state: 'awaiting' } },
    ]);
    expect((await call('clerk', 'decideBatch', { batchId, approve: true, note: '' })).code).not.toBe('0');
    await done('colleague', 'decideBatch', { batchId, approve: true, note: '' });
    await becomes(vehicle, { setId: body.data.setId, state: 'confirmed', values });
    // one that is refused is not sent
    const again = await set('clerk', [vehicle], { [SERVER]: 'third.example' }, await confirmation(vehicle));
    await done('colleague', 'decideBatch', { batchId: again.data.batchIds[0], approve: false, note: '' });
    await becomes(vehicle, { setId: again.data.setId, state: 'refused' });
    expect(memory.values['server']).toBe('new.example');
    await approval(false);
  });

  it('leaves no password in the audit log', async () => {
    const { vehicle } = await connected({});
    await set('clerk', [vehicle], { [APN_PASSWORD]: 'hush-hush' }, await confirmation(vehicle));
    await becomes(vehicle, { state: 'confirmed' });
    const rows = await server.db.query(sql`select from audit_log where after::text like '%hush-hush%'`);
    expect(rows).toEqual([]);
  });

  it('is completed after a restart', async () => {
    const { vehicle } = await connected({ maxSpeedKmh: 100 });
    await set('clerk', [vehicle], { [MAX_SPEED]: 80 });
    await becomes(vehicle, { state: 'confirmed' });
    // as if the server had stopped between the answers and their storage
    await server.db.run(sql`update parameter_set_vehicle set state = 'reading' where vehicle_id = ${vehicle.id}`);
    await server.db.run(sql`delete from terminal_parameter where vehicle_id = ${vehicle.id}`);
    await server.terminalSettings.start();
    await becomes(vehicle, { state: 'confirmed' });
    expect(await valuesOf('clerk', vehicle)).toMatchObject([{ id: MAX_SPEED, value: 80 }]);
  });

  it('is deleted after its retention', async () => {
    const { vehicle } = await connected({ maxSpeedKmh: 100 });
    await set('clerk', [vehicle], { [MAX_SPEED]: 80 });
    await becomes(vehicle, { state: 'confirmed' });
    await forgetParameterSets(server.db, server.clock.now + 170 * DAY_MS);
    expect(await setsOf(vehicle)).toHaveLength(1);
    await forgetParameterSets(server.db, server.clock.now + 181 * DAY_MS);
    expect(await setsOf(vehicle)).toEqual([]);
  });
});

describe('copying', () => {
  it('copies only values that are not specific to one vehicle and cannot disconnect a terminal', async () => {
    const from = await connected({ maxSpeedKmh: 80, overspeedS: 5, plate: '京B1', server: 'a.example' });
    const to = await connected({ maxSpeedKmh: 100 });
    await readAll('clerk', from.vehicle);
    const targIds = [String(to.vehicle.id), String(from.vehicle.id)];
    const data = await done('clerk', 'copyParams', { fromId: String(from.vehicle.id), targIds });
    expect(data.list).toMatchObject([{ targId: String(to.vehicle.id), state: 'sent' }]);
    await becomes(to.vehicle, { state: 'confirmed', source: 'copy', values: { [MAX_SPEED]: 80, [OVERSPEED_S]: 5 } });
    const compared = await done('clerk', 'compareCars', {
      targId: String(from.vehicle.id),
      otherId: String(to.vehicle.id),
    });
    expect(compared.list).toMatchObject([
      { id: SERVER, value: 'a.example', other: null, same: false },
      { id: MAX_SPEED, value: 80, other: 80, same: true },
      { id: OVERSPEED_S, same: true },
      { id: PLATE, value: '京B1', same: false },
    ]);
    const ofVehicle = { fromId: String(from.vehicle.id), targIds, ids: [PLATE] };
    expect(await call('clerk', 'copyParams', ofVehicle)).toMatchObject({ code: '4001' });
    const unread = { fromId: String(to.vehicle.id), targIds, ids: [NIGHT] };
    expect(await call('clerk', 'copyParams', unread)).toMatchObject({ code: '4001' });
    expect(await call('stranger', 'copyParams', { fromId: targIds[1], targIds })).toMatchObject({ code: '4004' });
  });
});

describe('templates', () => {
  const template = (values: object, more: object = {}) => ({ name: '城区限速', deptId: String(north), values, ...more });

  it('are added, changed by one of two concurrent users, and removed', async () => {
    const data = template({ [MAX_SPEED]: 80 }, { name: '两人' });
    const { id, version } = await done('clerk', 'saveParamTemplate', data);
    const again = await call('colleague', 'saveParamTemplate', data);
    expect(again).toMatchObject({ code: '4001', data: { fields: [{ path: 'name' }] } });
    const changes = await Promise.all(
      ['clerk', 'colleague'].map((name) =>
        call(name, 'saveParamTemplate', { ...data, id, version, values: { [MAX_SPEED]: 70 } }),
      ),
    );
    expect(changes.map(({ code }) => code).sort()).toEqual(['0', '4010']);
    const { list } = await done('clerk', 'listParamTemplate', {});
    expect(list).toMatchObject([{ id, name: '两人', deptName: 'North', values: { [MAX_SPEED]: 70 }, version: 2, forNew: false }]);
    expect((await done('stranger', 'listParamTemplate', {})).list).toEqual([]);
    expect(await call('stranger', 'delParamTemplate', { ids: [id] })).toMatchObject({ code: '4004' });
    expect(await call('stranger', 'saveParamTemplate', { ...data, id, version: 2 })).toMatchObject({ code: '4004' });
    expect(await done('clerk', 'delParamTemplate', { ids: [id] })).toEqual({ removed: 1 });
  });

  it('contain valid values, not specific to one vehicle, which the user may set', async () => {
    for (const values of [{ [MAX_SPEED]: 300 }, { [PLATE]: '京B1' }, { '61712': 1 }, {}])
      expect(await call('clerk', 'saveParamTemplate', template(values))).toMatchObject({ code: '4001' });
    await server.account('templateClerk', north, ['7040110', '7040101', '7040209']);
    tokens.set('templateClerk', await server.signIn('templateClerk'));
    expect(await call('templateClerk', 'saveParamTemplate', template({ [SERVER]: 'a.example' }))).toMatchObject({ code: '4003' });
    // a value that the user cannot see stays
    const hidden = template({ [MAX_SPEED]: 80, [APN_PASSWORD]: 'secret' }, { name: '密码' });
    const { id } = await done('clerk', 'saveParamTemplate', hidden);
    const seen = (await done('templateClerk', 'listParamTemplate', {})).list.find((each: Json) => each.id === id);
    expect(seen.values).toEqual({ [MAX_SPEED]: 80 });
    await done('templateClerk', 'saveParamTemplate', { ...template({ [MAX_SPEED]: 70 }), name: '密码', id, version: 1 });
    const kept = (await done('clerk', 'listParamTemplate', {})).list.find((each: Json) => each.id === id);
    expect(kept.values).toEqual({ [MAX_SPEED]: 70, [APN_PASSWORD]: 'secret' });
    await done('clerk', 'delParamTemplate', { ids: [id] });
  });

  it('compare a fleet, and repair deviations', async () => {
    const dept = await server.department('Compared', north);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    const good = await connected(
      { maxSpeedKmh: 80, overspeedS: 5, nightWindow: { startHour: 22, startMinute: 0, endHour: 5, endMinute: 0 } },
      2019,
      dept,
    );
    const bad = await connected({ maxSpeedKmh: 100, overspeedS: 5 }, 2013, dept);
    const unread = await connected({ maxSpeedKmh: 100 }, 2013, dept);
    for (const { vehicle } of [good, bad]) await readAll('clerk', vehicle);
    const night = { startHour: 22, startMinute: 0, endHour: 5, endMinute: 0 };
    const values = { [MAX_SPEED]: 80, [OVERSPEED_S]: 5, [NIGHT]: night };
    const { id: templateId } = await done('clerk', 'saveParamTemplate', template(values, { deptId: String(dept) }));
    const compared = { templateId, deptId: String(dept) };
    const result = await done('clerk', 'compareTemplate', compared);
    // the night window is none of a terminal of 2013
    expect(result).toMatchObject({ vehicles: 3, conforming: 1, deviating: 1, neverRead: 1 });
    expect(result.list).toEqual([
      expect.objectContaining({
        targId: String(bad.vehicle.id),
        state: 'deviates',
        deviations: [{ id: MAX_SPEED, expected: 80, actual: 100 }],
      }),
    ]);
    const never = await done('clerk', 'compareTemplate', { ...compared, show: 'neverRead' });
    expect(never.list).toMatchObject([{ targId: String(unread.vehicle.id), readAt: null, deviations: [] }]);
    expect(await call('stranger', 'compareTemplate', compared)).toMatchObject({ code: '4004' });

    const cars = await done('clerk', 'listParamCar', { deptId: String(dept), templateId });
    expect(cars.list.map(({ targId, deviations }: Json) => [targId, deviations])).toEqual([
      [String(good.vehicle.id), 0],
      [String(bad.vehicle.id), 1],
      [String(unread.vehicle.id), null],
    ]);

    const file = await done('clerk', 'exportDeviations', { ...compared, format: 'csv' });
    const csv = (await server.http.app.inject({ url: file.url })).payload.trim().split('\r\n');
    expect(csv).toHaveLength(3);
    expect(csv[1]).toContain('0x0055,Speed limit,80,100,km/h,Deviates');
    expect(csv[2]).toContain('Never read');

    const applied = await done('clerk', 'applyTemplate', { ...compared, onlyDeviating: true });
    expect(applied.list).toMatchObject([{ targId: String(bad.vehicle.id), state: 'sent' }]);
    await becomes(bad.vehicle, { state: 'confirmed', source: 'template', templateName: '城区限速', values: { [MAX_SPEED]: 80 } });
    expect(await done('clerk', 'compareTemplate', compared)).toMatchObject({ conforming: 2, deviating: 0, list: [] });
    expect(await call('clerk', 'applyTemplate', { ...compared, onlyDeviating: true })).toMatchObject({ code: '4001' });
    // all of it, as far as the terminal has it
    const whole = await done('clerk', 'applyTemplate', { templateId, targIds: [String(unread.vehicle.id)] });
    expect(whole.list).toMatchObject([{ state: 'sent', notApplicable: [NIGHT] }]);
    await becomes(unread.vehicle, { state: 'confirmed', values: { [MAX_SPEED]: 80, [OVERSPEED_S]: 5 } });
  });

  it('show the firmware from the terminal, or from a later upgrade', async () => {
    const dept = await server.department('Firmware', north);
    const { id } = await radio.vehicle(plate(), dept);
    const firmware = async () => (await done('clerk', 'listParamCar', { deptId: String(dept) })).list[0].firmware;
    const answered = (version: string, at: string) =>
      server.db.run(sql`
        insert into command (vehicle_id, cmd_code, message_id, params, resends, limit_ms, state, created_at, answered_at, expire_at, result_data)
        values (${id}, '8107', ${0x8107}, '{}', 2, 20000, 6, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz,
          jsonb_build_object('firmware', ${version}::text))`);
    const upgraded = (version: string, kind: number, state: number, at: string) =>
      server.db.run(sql`
        with file as (
          insert into firmware (department_id, name, file, kind, maker, version, models, bytes, sha256, md5, note)
          values (${dept}, 'fw.bin', '', ${kind}, '', ${version}, '{}', 1, '', '', '') returning id
        ), rollout as (
          insert into firmware_rollout (firmware_id, department_id, way, percent, stop_after, auto_next, stage, state, note)
          select id, ${dept}::integer, 1, 100, 1, false, 2, 3, '' from file returning id
        )
        insert into firmware_target (rollout_id, vehicle_id, stage, state, ended_at)
        select id, ${id}::integer, 2, ${state}::smallint, ${at}::timestamptz from rollout`);
    expect(await firmware()).toBe('');
    await answered('V1.0', '2026-05-01');
    expect(await firmware()).toBe('V1.0');
    await upgraded('V2.0', 0, 3, '2026-05-02');
    // another part of the terminal, and a failure
    await upgraded('CARD-9', 12, 3, '2026-05-03');
    await upgraded('V3.0', 0, 4, '2026-05-03');
    expect(await firmware()).toBe('V2.0');
    await answered('V2.0.1', '2026-05-04');
    expect(await firmware()).toBe('V2.0.1');
  });

  it('compare lists in their order, and compare only terminals of their model', async () => {
    const dept = await server.department('Channels', north);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    const channel = (physical: number) => ({ physical, logical: physical, kind: 0, pantilt: 0 });
    const table = (...channels: object[]) => ({ audioVideoCount: 2, audioCount: 0, videoCount: 0, channels });
    const { vehicle } = await connected({ channelTable: table(channel(1), channel(2)) }, 2013, dept);
    await readAll('clerk', vehicle);
    await server.db.run(sql`update terminal set model = 'M1' where vehicle_id = ${vehicle.id}`);
    const compare = async (name: string, channels: object[], more: object) => {
      const data = template({ '118': table(...channels) }, { deptId: String(dept), name, ...more });
      const { id } = await done('clerk', 'saveParamTemplate', data);
      const { vehicles, deviating } = await done('clerk', 'compareTemplate', { templateId: id, deptId: String(dept) });
      return { vehicles, deviating };
    };
    expect(await compare('a', [channel(1), channel(2)], { model: 'M1' })).toEqual({ vehicles: 1, deviating: 0 });
    expect(await compare('b', [channel(2), channel(1)], {})).toEqual({ vehicles: 1, deviating: 1 });
    expect(await compare('c', [channel(1)], { model: 'M2' })).toEqual({ vehicles: 0, deviating: 0 });
  });

  it('are applied to new vehicles when their terminals connect, once', async () => {
    const dept = await server.department('New', north);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    const before = await connected({ maxSpeedKmh: 100 }, 2013, dept);
    await server.db.run(sql`update vehicle set created_at = created_at - interval '1 day' where id = ${before.vehicle.id}`);
    const { id } = await done('clerk', 'saveParamTemplate', template({ [MAX_SPEED]: 60 }, { name: '新车', forNew: true }));
    await server.db.run(sql`update parameter_template set for_new_since = now() - interval '1 hour' where id = ${Number(id)}`);
    const { vehicle, terminal } = await connected({ maxSpeedKmh: 100 }, 2013, dept);
    await becomes(vehicle, {
      state: 'confirmed',
      source: 'default',
      templateName: '新车',
      username: '',
      values: { [MAX_SPEED]: 60 },
    });
    terminal.end();
    serveParameters(await radio.online(vehicle), { maxSpeedKmh: 60 });
    serveParameters(await radio.online(before.vehicle), { maxSpeedKmh: 100 });
    const later = await connected({ maxSpeedKmh: 100 }, 2013, dept);
    await becomes(later.vehicle, { source: 'default' });
    expect(await setsOf(vehicle)).toHaveLength(1);
    expect(await setsOf(before.vehicle)).toEqual([]);
    await done('clerk', 'delParamTemplate', { ids: [id] });
  });
});

describe('the export of parameters', () => {
  it('has a row for each value that the user may see, with the names of options and units', async () => {
    const { vehicle } = await connected({
      continuousDrivingS: 14_400,
      gnssBaudRate: 1,
      alarmMask: 3,
      collisionAlarm: 10 * 256 + 20,
      apnPassword: 'secret',
      '0xf371': Uint8Array.of(0xab),
    });
    await readAll('clerk', vehicle);
    const file = await done('reader', 'exportParams', { targIds: [String(vehicle.id)], format: 'csv' }).catch(() => null);
    expect(file).toBeNull();
    await server.account('exporter', north, ['7011706', '7011701']);
    tokens.set('exporter', await server.signIn('exporter'));
    const { url } = await done('exporter', 'exportParams', { targIds: [String(vehicle.id)], format: 'csv' });
    const lines = (await server.http.app.inject({ url })).payload.trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',').slice(2, -1).join(','))).toEqual([
      '0x0050,Alarm mask,"Emergency button, Overspeed",',
      '0x0057,Continuous driving limit,240,min',
      '0x005D,Collision alarm,Collision time: 20; Collision acceleration: 10,',
      '0x0091,GNSS baud rate,9600,',
      '0xF371,,ab,',
    ]);
    const other = await addVehicle(server, { plate: plate(), departmentId: south });
    expect(await call('exporter', 'exportParams', { targIds: [String(other)] })).toMatchObject({ code: '4004' });
  });
});
