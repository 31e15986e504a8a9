import { COMMAND_LIMIT_MS } from '@fleetwarden/contract/commands/terminal-commands';
import type { AreaSent } from '@fleetwarden/contract/geofences/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/gateway/gateway-fixture.ts';
import type { Reply as Heard } from '../../../test/support/gateway/terminal.ts';
import { answer, type Radio, startRadio, type Vehicle } from '../../../test/support/radio.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

let server: TestServer;
let radio: Radio;
let root: number;
let north: number;
let south: number;
const tokens = new Map<string, string>();
let made = 0;

const EVERYTHING = ['203', '20301', '20302', '20303', '20304', '20305', '20306', '20308', '20309', '20310', '20311'];

beforeAll(async () => {
  server = await startTestServer();
  radio = await startRadio(server);
  root = await server.department('Head office');
  north = await server.department('North', root);
  south = await server.department('South', root);
  server.bus.publish('fleet.changed', { vehicleIds: [] });
  for (const [name, departmentId, codes] of [
    ['keeper', north, EVERYTHING],
    ['stranger', south, EVERYTHING],
    ['looker', north, ['20301']],
  ] as const) {
    await server.account(name, departmentId, codes);
    tokens.set(name, await server.signIn(name));
  }
});
afterAll(async () => {
  await radio.stop();
  await server.stop();
});

const as = (name: string) => ({ authorization: tokens.get(name)!, cookie: 'language=en' });
const call = async (path: string, data: object, name = 'keeper') => (await server.call('POST', path, data, as(name))).body;
const plate = () => `京B${20_000 + ++made}`;
const of = (type: Heard['type']) => (reply: Heard) => reply.type === type;

const SHAPES = {
  rectangle: { shape: 1, west: 121, south: 31, east: 121.1, north: 31.1 },
  polygon: {
    shape: 2,
    points: [
      [121, 31],
      [121.1, 31],
      [121.05, 31.1],
    ],
  },
  route: {
    shape: 3,
    points: [
      [121, 31],
      [121.1, 31],
      [121.2, 31.1],
    ],
    segments: [
      { width: 30, maxSpeed: 60, overDuration: 10, nightMaxSpeed: 40 },
      { width: 20, minSec: 30, maxSec: 600 },
    ],
  },
  circle: { shape: 4, lng: 121.5, lat: 31.2, radius: 500 },
} as const;

const valuesOf = (geo: object, more: object = {}) => {
  const areaNo = ++made;
  return { areaName: `车场${areaNo}`, areaNo, deptId: String(north), useFor: 1, geo, ...more };
};
const add = async (geo: object, more: object = {}) => {
  const values = valuesOf(geo, more);
  const body = await call('area/addArea', { values });
  expect(body).toMatchObject({ code: '0' });
  return { ...values, id: body.data.id as string };
};
const bind = (id: string, vehicles: readonly Vehicle[]) =>
  call('area/bindCar', { id, addCars: vehicles.map((vehicle) => String(vehicle.id)) });
const sentOf = async (id: string, filter: object = {}): Promise<AreaSent[]> =>
  (await call('area/listSent', { id, ...filter })).data.list;
const becomes = (id: string, wanted: object) => eventually(async () => expect(await sentOf(id)).toMatchObject([wanted]));

describe('the record of a geofence', () => {
  it.each(Object.entries(SHAPES))('stores a %s as drawn, and returns its shape', async (_name, geo) => {
    const { id, areaName } = await add(geo);
    const { data } = await call('area/getArea', { id });
    expect(data).toMatchObject({ areaName, geo, shape: geo.shape, vehicles: 0, terminals: 0 });
  });

  it.each([
    [
      'crossing edges',
      {
        shape: 2,
        points: [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
        ],
      },
      /cross/,
    ],
    [
      '10,000 corners',
      { shape: 2, points: Array.from({ length: 10_000 }, (_, i) => [i / 100, 0]) },
      /3 to 100 corners. This one has 10000/,
    ],
    ['one point', { shape: 3, points: [[1, 1]] }, /2 to 200 points/],
    ['a radius of 10 m', { shape: 4, lng: 1, lat: 1, radius: 10 }, /20 to 50000 m/],
    ['no shape', null, /./],
  ])('is refused with %s and one error message', async (_what, geo, message) => {
    const body = await call('area/addArea', { values: valuesOf(geo as object) });
    expect(body.code).toBe('4001');
    expect(body.data.fields).toEqual([{ path: 'values.geo', message: expect.stringMatching(message) }]);
    expect(body.data.fields[0].message).not.toMatch(/\{\{|^rule\.|^field\./);
  });

  it.each([
    [{ useTime: true, timeMode: 1 }, ['values.startAt', 'values.endAt']],
    [{ useTime: true, timeMode: 2, startClock: '22:00' }, ['values.endClock']],
    [{ useTime: true, timeMode: 2, startClock: '24:00', endClock: '05:00' }, ['values.startClock']],
    [{ limitSpeed: true }, ['values.maxSpeed', 'values.overDuration']],
    [{ limitSpeed: true, maxSpeed: 161, overDuration: 5 }, ['values.maxSpeed']],
  ])('%j is refused at %j', async (more, paths) => {
    const body = await call('area/addArea', { values: valuesOf(SHAPES.circle, more) });
    expect(body.data.fields.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  it('stores no values that do not apply to it', async () => {
    const times = { startAt: 1_790_000_000_000, endAt: 1_790_100_000_000 };
    const { id } = await add(SHAPES.route, { limitSpeed: true, maxSpeed: 60, overDuration: 5, forbidDoor: true, ...times });
    expect((await call('area/getArea', { id })).data).toMatchObject({
      limitSpeed: false,
      maxSpeed: null,
      overDuration: null,
      forbidDoor: false,
      startAt: null,
      endAt: null,
    });
    const daily = { useTime: true, timeMode: 2, startClock: '08:00', endClock: '09:00', stayMinutes: 30 };
    const { id: other } = await add(SHAPES.circle, { ...daily, ...times, platEval: false });
    expect((await call('area/getArea', { id: other })).data).toMatchObject({
      startAt: null,
      startClock: '08:00',
      stayMinutes: null,
    });
    const { id: point } = await add(SHAPES.circle, { useFor: 4, stayMinutes: 30 });
    expect((await call('area/getArea', { id: point })).data).toMatchObject({ useFor: 4, stayMinutes: 30 });
  });

  it('may be active over midnight', async () => {
    await add(SHAPES.circle, { useTime: true, timeMode: 2, startClock: '22:00', endClock: '05:00' });
  });

  it('has a unique number in its department', async () => {
    const { areaNo } = await add(SHAPES.circle);
    const body = await call('area/addArea', { values: { ...valuesOf(SHAPES.circle), areaNo } });
    expect(body.data.fields).toMatchObject([{ path: 'values.areaNo' }]);
    const next = (await call('area/nextAreaNo', { deptId: String(north) })).data.areaNo;
    expect(next).toBe(Math.max(areaNo, next - 1) + 1);
    await add(SHAPES.circle, { areaNo: next });
    expect((await call('area/nextAreaNo', { deptId: String(north) })).data.areaNo).toBe(next + 1);
    expect((await call('area/nextAreaNo', { deptId: String(south) })).code).toBe('4004');
    made = Math.max(made, next);
  });

  it('lists only the changed fields in the audit log, including the shape', async () => {
    const { id, ...values } = await add(SHAPES.route);
    const edit = async (version: number, changed: object) =>
      expect(await call('area/editArea', { id, version, values: { ...values, ...changed } })).toMatchObject({ code: '0' });
    await edit(1, { areaName: '东门' });
    await edit(2, { areaName: '东门', geo: SHAPES.circle });
    const rows = await server.db.query<{ after: object }>(sql`
      select after from audit_log where action = 'editArea' and object = '东门' order by id`);
    expect(rows.map(({ after }) => Object.keys(after))).toEqual([['areaName'], ['geo']]);
  });
});

describe('vehicles of a geofence', () => {
  it('are bound by vehicle and by department, within the scope only', async () => {
    const { id } = await add(SHAPES.circle);
    const [one, other] = [await radio.vehicle(plate(), north), await radio.vehicle(plate(), south)];
    expect((await bind(id, [one])).data).toEqual({ added: 1, removed: 0 });
    expect((await bind(id, [other])).code).toBe('4004');
    expect((await call('area/bindCar', { id, addDepts: [String(south)] })).code).toBe('4004');
    expect((await call('area/bindCar', { id, removeCars: [String(one.id)] }, 'stranger')).code).toBe('4004');
    expect((await call('area/listCar', { id })).data.list).toMatchObject([{ carId: String(one.id), deptName: 'North' }]);
    const { version } = (await server.db.first<{ version: number }>(sql`select version from vehicle where id = ${one.id}`))!;
    expect(version).toBe(1);
    expect((await call('area/bindCar', { id, removeCars: [String(one.id)] })).data).toEqual({ added: 0, removed: 1 });
  });
});

describe.each([2013, 2019] as const)('a terminal of %i', (version) => {
  const online = async () => {
    const vehicle = await radio.vehicle(plate(), north, version);
    return { vehicle, terminal: await radio.online(vehicle) };
  };

  it.each([
    [
      'rectangle',
      'setRectangles',
      { items: [{ top: 31.1, left: 121, bottom: 31, right: 121.1, maxSpeedKmh: 60, overspeedS: 10 }] },
    ],
    ['polygon', 'setPolygon', { maxSpeedKmh: 60, overspeedS: 10 }],
    ['circle', 'setCircles', { items: [{ longitude: 121.5, latitude: 31.2, radiusM: 500, maxSpeedKmh: 60 }] }],
    [
      'route',
      'setRoute',
      { corners: [{ widthM: 30, maxSpeedKmh: 60 }, { widthM: 20, tooLongS: 600, tooShortS: 30 }, { widthM: 20 }] },
    ],
  ] as const)('stores a %s that was sent, and deletes it', async (name, type, body) => {
    const { vehicle, terminal } = await online();
    const more = { limitSpeed: true, maxSpeed: 60, overDuration: 10, nightMaxSpeed: 50, inPlat: true, outPlat: true };
    const { id, areaNo } = await add(SHAPES[name], more);
    await bind(id, [vehicle]);
    expect(await sentOf(id)).toMatchObject([{ bound: true, action: null, state: null, held: false, mayHold: false }]);
    const sent = await call('area/sendArea', { id });
    expect(sent.data.list).toMatchObject([{ targId: String(vehicle.id), state: 1, resultCode: null }]);
    const heard = await terminal.reply(of(type));
    expect(heard.body).toMatchObject(body);
    expect(JSON.stringify(heard.body)).toContain(`"id":${areaNo}`);
    await becomes(id, { action: 1, held: false, mayHold: true });
    answer(terminal, heard);
    await becomes(id, { action: 1, state: 2, held: true, mayHold: true, outdated: false });
    expect((await call('area/getArea', { id })).data.terminals).toBe(1);

    const erased = await call('area/eraseArea', { id });
    expect(erased.data.list).toMatchObject([{ targId: String(vehicle.id), state: 1 }]);
    const gone = await terminal.reply((reply) => String(reply.type).startsWith('delete'));
    expect(gone.body).toEqual({ ids: [areaNo] });
    await becomes(id, { action: 2, held: true });
    answer(terminal, gone);
    await becomes(id, { action: null, held: false, mayHold: false });
    expect((await call('area/getArea', { id })).data.terminals).toBe(0);
  });

  it('gets an update of a stored geofence after the record changed', async () => {
    const { vehicle, terminal } = await online();
    const { id, ...values } = await add(SHAPES.circle);
    await call('area/sendArea', { id, targIds: [String(vehicle.id)] });
    const first = await terminal.reply(of('setCircles'));
    expect(first.body).toMatchObject({ action: 1 });
    answer(terminal, first);
    await becomes(id, { bound: false, held: true, outdated: false });
    await call('area/editArea', { id, version: 1, values: { ...values, geo: { ...SHAPES.circle, radius: 900 } } });
    await becomes(id, { held: true, outdated: true });
    await call('area/sendArea', { id, targIds: [String(vehicle.id)] });
    const second = await terminal.reply(of('setCircles'));
    expect(second.body).toMatchObject({ action: 2, items: [{ radiusM: 900 }] });
    answer(terminal, second);
    await becomes(id, { held: true, outdated: false });
  });

  it('that refuses a geofence does not store it', async () => {
    const { vehicle, terminal } = await online();
    const { id } = await add(SHAPES.polygon);
    await call('area/sendArea', { id, targIds: [String(vehicle.id)] });
    answer(terminal, await terminal.reply(of('setPolygon')), 1);
    await becomes(id, { action: 1, state: 3, resultCode: 1, held: false, mayHold: false });
  });
});

describe('the geofences stored on a terminal', () => {
  it('are uncertain if the terminal does not answer', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    const terminal = await radio.online(vehicle);
    const { id } = await add(SHAPES.circle);
    await call('area/sendArea', { id, targIds: [String(vehicle.id)] });
    await terminal.reply(of('setCircles'));
    for (let sends = 0; sends < 3; sends++) {
      server.clock.now += COMMAND_LIMIT_MS;
      if (sends < 2) await terminal.reply(of('setCircles'));
    }
    await becomes(id, { state: 4, held: false, mayHold: true });
    expect(await sentOf(id, { mayHold: true })).toHaveLength(1);
  });

  it('wait for an offline terminal only if queueing is requested', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    const { id } = await add(SHAPES.circle);
    await bind(id, [vehicle]);
    expect((await call('area/sendArea', { id })).code).toBe('4020');
    expect(await sentOf(id)).toMatchObject([{ action: null }]);
    expect((await call('area/sendArea', { id, queueOffline: true })).data.list).toMatchObject([{ state: 0 }]);
    const terminal = await radio.online(vehicle);
    answer(terminal, await terminal.reply(of('setCircles')));
    await becomes(id, { held: true });
  });

  it('are cleared with the terminal: a replacement terminal has none', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    const terminal = await radio.online(vehicle);
    const { id } = await add(SHAPES.circle);
    await call('area/sendArea', { id, targIds: [String(vehicle.id)] });
    answer(terminal, await terminal.reply(of('setCircles')));
    await becomes(id, { held: true });
    await server.db.run(sql`update terminal set phone = ${`7${vehicle.phone}`} where phone = ${vehicle.phone}`);
    await becomes(id, { held: false, mayHold: false });
  });

  it('are also updated when a separate command deletes all geofences of a shape', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    const terminal = await radio.online(vehicle);
    const { id } = await add(SHAPES.circle);
    const targIds = [String(vehicle.id)];
    await call('area/sendArea', { id, targIds });
    answer(terminal, await terminal.reply(of('setCircles')));
    await becomes(id, { held: true });
    await call('terminal/sendCommand', { cmdCode: '8601', targIds, params: { areaNos: [] } });
    answer(terminal, await terminal.reply(of('deleteCircles')));
    await eventually(async () => expect(await sentOf(id)).toEqual([]));
  });

  it('are updated at startup from commands that finished while the server was down', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    const { id } = await add(SHAPES.circle);
    const { data } = await call('area/sendArea', { id, targIds: [String(vehicle.id)], queueOffline: true });
    await server.db.run(sql`update command set state = 2 where id = ${Number(data.list[0].seqId)}`);
    expect(await sentOf(id)).toMatchObject([{ state: 0, held: false }]);
    await server.geofences.start();
    expect(await sentOf(id)).toMatchObject([{ state: 2, held: true }]);
  });

  it('remain tracked after a change, and the geofence record can be deleted', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    const { id, areaNo } = await add(SHAPES.circle);
    await call('area/sendArea', { id, targIds: [String(vehicle.id)], queueOffline: true });
    await call('area/eraseArea', { id, queueOffline: true });
    expect((await call('area/delArea', { ids: [id] })).data).toEqual({ removed: 1 });
    const left = () => server.db.query<{ area_id: number | null }>(sql`select area_id from area_sent where area_no = ${areaNo}`);
    expect(await left()).toEqual([{ area_id: null }]);
    const terminal = await radio.online(vehicle);
    answer(terminal, await terminal.reply(of('setCircles')));
    answer(terminal, await terminal.reply(of('deleteCircles')));
    await eventually(async () => expect(await left()).toEqual([]));
  });

  it('cannot be sent without permission, outside the scope, or without a vehicle', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    const { id } = await add(SHAPES.circle);
    const targIds = [String(vehicle.id)];
    expect((await call('area/sendArea', { id, targIds }, 'looker')).code).toBe('4003');
    expect((await call('area/eraseArea', { id, targIds }, 'looker')).code).toBe('4003');
    expect((await call('area/sendArea', { id, targIds }, 'stranger')).code).toBe('4004');
    expect((await call('area/listSent', { id }, 'stranger')).code).toBe('4004');
    const foreign = await radio.vehicle(plate(), south);
    expect((await call('area/sendArea', { id, targIds: [String(foreign.id)] })).code).toBe('4004');
    expect((await call('area/sendArea', { id })).data.fields).toMatchObject([{ path: 'targIds' }]);
    expect((await call('area/eraseArea', { id })).data).toEqual({ list: [] });
  });

  it('cannot span two hemispheres', async () => {
    const vehicle = await radio.vehicle(plate(), north);
    await radio.online(vehicle);
    const { id } = await add({ shape: 1, west: -1, south: 1, east: 1, north: 2 });
    const body = await call('area/sendArea', { id, targIds: [String(vehicle.id)] });
    expect([body.code, body.data.fields[0].message]).toEqual(['4001', expect.stringMatching(/equator|meridian/i)]);
  });
});

describe('geofence files', () => {
  const read = (name: string, text: string) =>
    server.upload('area/readShapes', { data: {} }, new File([text], name), as('keeper')).then(({ body }) => body);
  const written = async (format: string, ids: readonly string[]): Promise<string> => {
    const { data } = await call('area/exportShapes', { ids, format });
    return (await server.http.app.inject({ method: 'GET', url: data.url })).body;
  };

  it.each(['geojson', 'kml'])('%s is exported and imported without changes', async (format) => {
    const ids: string[] = [];
    for (const geo of Object.values(SHAPES)) ids.push((await add(geo, { color: '1F5FD6' })).id);
    const body = await read(`areas.${format}`, await written(format, ids));
    expect(body.data.list.map(({ geo }: { geo: object }) => geo)).toEqual(Object.values(SHAPES));
    expect(body.data.list).toMatchObject(
      ids.map(() => ({ color: '1F5FD6', problem: '', areaName: expect.stringMatching(/^车场\d+$/) })),
    );
  });

  it('are imported with the next numbers, or not at all', async () => {
    const areas = [
      { areaName: '一', color: null, geo: SHAPES.circle },
      { areaName: '二', color: 'FF0000', geo: SHAPES.route },
    ];
    const first = (await call('area/nextAreaNo', { deptId: String(north) })).data.areaNo;
    const { data } = await call('area/addShapes', { deptId: String(north), useFor: 2, areas });
    const records = await Promise.all(data.ids.map(async (id: string) => (await call('area/getArea', { id })).data));
    expect(records).toMatchObject([
      { areaNo: first, areaName: '一', useFor: 2, geo: SHAPES.circle },
      { areaNo: first + 1, areaName: '二', color: 'FF0000', geo: SHAPES.route },
    ]);
    made = Math.max(made, first + 1);
    expect((await call('area/addShapes', { deptId: String(south), useFor: 2, areas })).code).toBe('4004');
    const bad = [...areas, { areaName: '三', color: null, geo: { shape: 2, points: [] } }];
    expect((await call('area/addShapes', { deptId: String(north), useFor: 2, areas: bad })).code).toBe('4001');
    expect((await call('area/nextAreaNo', { deptId: String(north) })).data.areaNo).toBe(first + 2);
  });

  it.each([
    ['a.txt', 'hello', /neither GeoJSON nor KML/],
    ['a.json', '[]', /neither GeoJSON nor KML/],
    ['a.json', '{"type":"Topology"}', /neither GeoJSON nor KML/],
    ['a.kml', '<gpx></gpx>', /neither GeoJSON nor KML/],
    ['a.kml', '<!DOCTYPE kml [<!ENTITY x "y">]><kml>&x;</kml>', /neither GeoJSON nor KML/],
    ['a.kml', '<kml><Placemark>', /neither GeoJSON nor KML/],
    ['a.json', '{"type":"FeatureCollection","features":[]}', /no shapes/],
    [
      'a.json',
      JSON.stringify({ type: 'MultiPoint', coordinates: Array.from({ length: 1_001 }, () => [1, 1]) }),
      /at most 1000 shapes/,
    ],
  ])('%s %s is refused', async (name, text, message) => {
    const body = await read(name, text);
    expect([body.code, body.data.fields[0].message]).toEqual(['4001', expect.stringMatching(message)]);
  });

  it('of a department are not exported to users of others', async () => {
    const { id } = await add(SHAPES.circle);
    const { data } = await call('area/exportShapes', { format: 'geojson', ids: [id] }, 'stranger');
    const text = (await server.http.app.inject({ method: 'GET', url: data.url })).body;
    expect(JSON.parse(text).features).toEqual([]);
  });
});
