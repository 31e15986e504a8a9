import { startUpperPlatform, type UpperOptions, type UpperPlatform } from '@fleetwarden/simulator/regulator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addVehicle, live } from './areas/testing/test-fleet.ts';
import { startTestServer, type TestServer } from './areas/testing/test-server.ts';
import { eventually } from './gateway/test-house.ts';
import { at, type Sql, sql } from './platform/db/database.ts';
import { createPartitions } from './platform/db/partitions.ts';
import { createSeal } from './platform/resources/seal.ts';
import { createRegulator, type Regulator } from './regulator/regulator.ts';

/** Links to a simulated superior platform over real sockets, in both printings, encrypted and not. */
const KEYS = { m1: 30_000_000, ia1: 20_000_000, ic1: 20_000_000 };
const PASSWORD = 'abc_123';
const DAY_MS = 86_400_000;
const SECRET_KEY = 'a key of thirty-two characters!!';
const RIGHTS = [
  '2',
  '208',
  '20801',
  '20802',
  '20803',
  '20804',
  '61001',
  '61010',
  '60801',
  '60802',
  '60803',
  '60804',
  '60807',
  '60808',
];

let server: TestServer;
let department: number;
let boss: string;
let cars = 50_000;
let ports = 30_000;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await startTestServer();
  department = await server.department('集团');
  await server.account('boss', department, RIGHTS);
  boss = await server.login('boss');
  const today = Math.floor(Date.now() / DAY_MS);
  await createPartitions(server.db, 400).ensure([today - 1, today]);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await server.db.run(sql`delete from superior_platform`);
});
afterAll(() => server.stop());

const call = async (path: string, data: object = {}) =>
  (await server.call('POST', path, data, { authorization: boss, cookie: 'language=en' })).body;

async function upperOf(options: Partial<UpperOptions> = {}): Promise<UpperPlatform> {
  const upper = await startUpperPlatform({
    ...{ revision: 2011, user: 10_001, password: PASSWORD, accessCode: 7, keys: KEYS, encryptKey: null },
    ...options,
  });
  ends.push(() => upper.close());
  return upper;
}

async function regulator(limits: object = {}): Promise<{ regulator: Regulator; port: number; upperPort: number }> {
  const made = createRegulator({
    ...{ db: server.db, bus: server.bus, seal: createSeal(SECRET_KEY), host: '127.0.0.1', port: 0, upperPort: 0 },
    log: server.http.app.log as never,
    terminals: { ask: async () => null, file: async () => null },
    ingest: { accept: () => undefined, full: false, onResume: () => () => undefined },
    mayReach: (address) => address === '127.0.0.1',
    limits: { pumpMs: 20, confirmMs: 20, trafficMs: 20, goodbyeMs: 500, reconnectMostMs: 200, ...limits },
  });
  const ports = await made.start();
  ends.push(() => made.stop());
  return { regulator: made, ...ports };
}

/** Enters a superior platform; wanted. */
async function superiorAt(upper: UpperPlatform, linkPort: number, more: object = {}): Promise<number> {
  const values = {
    ...{ platName: `省平台${++ports}`, standard: 0, deptId: String(department), linkState: 1, ip: '127.0.0.1', port: upper.port },
    ...{
      userId: '10001',
      password: PASSWORD,
      accessCode: '7',
      localIp: '127.0.0.1',
      localPort: linkPort,
      platformId: '11010000001',
    },
    ...{ heartbeat: 60, reconnect: 5, encrypt: 0, m1: String(KEYS.m1), ia1: String(KEYS.ia1), ic1: String(KEYS.ic1), coord: 1 },
    ...{ sendPosition: true, sendStatic: true, supplement: true, supplementHours: 24 },
    ...more,
  };
  const reply = await call('plat/addSuperior', { values });
  expect(reply).toMatchObject({ code: '0' });
  return Number(reply.data.id);
}

async function car(superiorId: number): Promise<{ id: number; plate: string }> {
  const plate = `京A${++cars}`;
  const id = await addVehicle(server, { plate, departmentId: department, phone: `1390${String(cars).padStart(7, '0')}` });
  await call('plat/bindCar', { id: String(superiorId), addCars: [String(id)] });
  return { id, plate };
}

async function positions(vehicleId: number, times: readonly number[]): Promise<void> {
  await server.db.run(sql`
    insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, backfill, quality)
    select ${vehicleId}, to_timestamp(u / 1000.0), now(), 116.3964, 39.9093, 50, 60, 90, 0, 3, false, 0
    from unnest(${[...times]}::float8[]) u`);
  server.bus.publish('vehicles.updated', [live(vehicleId)]);
}

/** The row there is in the end. */
async function rowOf<Row>(statement: Sql): Promise<Row> {
  await eventually(async () => expect(await server.db.first(statement)).toBeDefined());
  return (await server.db.first<Row>(statement))!;
}

const second = () => Math.floor(Date.now() / 1000) * 1000;
/** When positions were, as the platform was told. */
const timesOf = (upper: UpperPlatform): number[] => {
  const bodies = upper.received.flatMap((each) =>
    each.type === 'position' ? [each.body] : each.type === 'positions' ? each.body.positions : [],
  );
  return bodies.map(({ at2011, at2019 }) => {
    if (at2011)
      return Date.UTC(at2011.year, at2011.month - 1, at2011.day, at2011.hour, at2011.minute, at2011.second) - 8 * 3_600_000;
    const digits = Buffer.from(at2019!.location.subarray(22, 28)).toString('hex');
    const [y, mo, d, h, mi, s] = digits.match(/../g)!.map(Number) as [number, number, number, number, number, number];
    return Date.UTC(2000 + y, mo - 1, d, h, mi, s) - 8 * 3_600_000;
  });
};

const FORMS = [
  { revision: 2011, encrypted: false },
  { revision: 2011, encrypted: true },
  { revision: 2019, encrypted: false },
  { revision: 2019, encrypted: true },
] as const;

describe.each(FORMS)('a link of $revision, encrypted: $encrypted', ({ revision, encrypted }) => {
  const encryption = encrypted ? { encrypt: 1, encryptKey: '256178' } : {};
  const started = async () => {
    const upper = await upperOf({ revision, encryptKey: encrypted ? 256_178 : null });
    const { port } = await regulator();
    const id = await superiorAt(upper, port, { standard: revision === 2019 ? 1 : 0, ...encryption });
    await eventually(() => expect(upper.subUp).toBe(true));
    return { upper, id };
  };

  it('signs in, takes the sub link, and registers a vehicle before its first position', async () => {
    const { upper, id } = await started();
    expect(upper.logins).toEqual([0]);
    const { id: vehicleId, plate } = await car(id);
    const now = second();
    await positions(vehicleId, [now - 2000, now - 1000]);
    await eventually(() => expect(upper.of('position')).toHaveLength(2));
    const about = upper.received.filter(({ vehicle }) => vehicle?.plate === plate).map(({ type }) => type);
    expect(about).toEqual(['vehicleRegister', 'position', 'position']);
    expect(timesOf(upper)).toEqual([now - 2000, now - 1000]);
    expect(upper.of('position')[0]!.vehicle).toEqual({ plate, colour: 2 });
    expect(upper.of('vehicleRegister')[0]!.body).toMatchObject({ platform: '11010000001' });
    expect(upper.badFrames).toBe(0);
    const { data } = await call('plat/listLinkState');
    await eventually(async () =>
      expect((await call('plat/listLinkState')).data.list[0]).toMatchObject({ mainState: 2, subState: 2 }),
    );
    expect(data.list[0].vehicles).toBe(1);
  });

  it('asks a question, and gets the answer by its number', async () => {
    const { upper, id } = await started();
    const serial = upper.ask({
      type: 'postCheck',
      body: { objectType: 1, objectId: '7', infoId: 77, text: '谁在岗？', window: 120 },
    });
    const check = await rowOf<{ id: number }>(sql`select id, question, info_id from post_check where superior_id = ${id}`);
    expect(check).toMatchObject({ question: '谁在岗？', info_id: 77 });
    await server.db.run(sql`update post_check set reply = '张三在岗', replied_at = now() where id = ${check.id}`);
    server.bus.publish('superior.answered', { superiorId: id });
    await eventually(() => expect(upper.of('postCheckReply')).toHaveLength(1));
    const { body } = upper.of('postCheckReply')[0]!;
    expect(body).toMatchObject({ objectType: 1, text: '张三在岗' });
    expect(body).toMatchObject(revision === 2019 ? { sourceType: 0x9301, sourceSerial: serial } : { infoId: 77 });
  });

  it('has an alarm supervised, and tells what was done', async () => {
    const { upper, id } = await started();
    const { id: vehicleId, plate } = await car(id);
    const warnTime = second() / 1000;
    const vehicle = revision === 2019 ? null : { plate, colour: 2 };
    const body = {
      ...{ warnTime, deadline: warnTime + 3600, level: 0, supervisor: '王五', phone: '010-1', mail: 'w@example.cn' },
      ...(revision === 2019
        ? { platform: '11000000000', sourceType: 0x1402, sourceSerial: 4_000_000 }
        : { warnSource: 1, warnType: 2, supervisionId: 5 }),
    };
    const serial = upper.ask({ type: 'urge', body, vehicle });
    const row = await rowOf<{ id: number; vehicle_id: number | null }>(
      sql`select id, vehicle_id from supervision where superior_id = ${id}`,
    );
    expect(row.vehicle_id).toBe(revision === 2019 ? null : vehicleId);
    await server.db.run(sql`update supervision set result = 1, replied_at = now() where id = ${row.id}`);
    server.bus.publish('superior.answered', { superiorId: id });
    await eventually(() => expect(upper.of('urgeReply')).toHaveLength(1));
    expect(upper.of('urgeReply')[0]!.body).toMatchObject(
      revision === 2019 ? { sourceType: 0x9401, sourceSerial: serial, result: 1 } : { supervisionId: 5, result: 1 },
    );
  });
});

describe('what waits for a link', () => {
  it('is told in fives when the link is back, each position once and none left out', async () => {
    const upper = await upperOf();
    const { port } = await regulator();
    const id = await superiorAt(upper, port);
    await eventually(() => expect(upper.signedIn).toBe(true));
    const { id: vehicleId } = await car(id);
    const now = second();
    await positions(vehicleId, [now - 20_000]);
    const takenTo = sql`select taken_to from superior_vehicle where vehicle_id = ${vehicleId}`;
    await eventually(async () => expect(await server.db.first(takenTo)).toEqual({ taken_to: now - 20_000 }));
    upper.cut('both');
    await eventually(() => expect(upper.signedIn).toBe(false));
    // seven of an hour ago, and two of now, stored while nobody listened
    await server.db.run(sql`update superior_vehicle set taken_to = ${at(now - 3_600_000)} where vehicle_id = ${vehicleId}`);
    await server.db.run(sql`delete from position where vehicle_id = ${vehicleId}`);
    const waiting = [...Array.from({ length: 7 }, (_, i) => now - 3_590_000 + i * 10_000), now - 2000, now - 1000];
    await positions(vehicleId, waiting);
    await eventually(() => expect(upper.logins).toHaveLength(2));
    await eventually(() => expect(timesOf(upper)).toHaveLength(10));
    expect(timesOf(upper)).toEqual([now - 20_000, ...waiting]);
    expect(upper.of('positions').map(({ body }) => body.positions.length)).toEqual([5, 2]);
    await eventually(async () => expect(await server.db.first(takenTo)).toEqual({ taken_to: now - 1000 }));
  });

  it('is not told again after a restart that lost nothing', async () => {
    const upper = await upperOf();
    const first = await regulator();
    const id = await superiorAt(upper, first.port);
    await eventually(() => expect(upper.signedIn).toBe(true));
    const { id: vehicleId } = await car(id);
    const now = second();
    await positions(vehicleId, [now - 5000, now - 4000]);
    await eventually(() => expect(timesOf(upper)).toHaveLength(2));
    await first.regulator.stop();
    expect(upper.of('logout')).toHaveLength(1);
    await positions(vehicleId, [now - 3000]);
    await regulator();
    await eventually(() => expect(timesOf(upper)).toHaveLength(3));
    await positions(vehicleId, [now - 2000]);
    await eventually(() => expect(timesOf(upper)).toHaveLength(4));
    expect(timesOf(upper)).toEqual([now - 5000, now - 4000, now - 3000, now - 2000]);
  });

  it('is sent again where nobody said that it arrived', async () => {
    const upper = await upperOf({ deaf: true });
    const { port } = await regulator();
    const id = await superiorAt(upper, port);
    await eventually(() => expect(upper.signedIn).toBe(true));
    const { id: vehicleId } = await car(id);
    const now = second();
    await positions(vehicleId, [now - 5000]);
    await eventually(() => expect(timesOf(upper)).toHaveLength(1));
    upper.set({ deaf: false });
    upper.cut('main');
    await eventually(() => expect(timesOf(upper)).toEqual([now - 5000, now - 5000]));
  });
});

describe('a platform that is no friend', () => {
  it('refuses a login: the list says why, and it is tried again later', async () => {
    const upper = await upperOf({ password: 'other' });
    const { port } = await regulator();
    await superiorAt(upper, port);
    await eventually(async () =>
      expect((await call('plat/listLinkState')).data.list[0]).toMatchObject({
        mainState: 3,
        mainReason: 'refused: password (4)',
      }),
    );
    expect(upper.signedIn).toBe(false);
  });
});
