import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sign } from '@fleetwarden/contract/sign';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import type { LocationReported } from '@fleetwarden/domain/location';
import { startUpperPlatform, type UpperOptions, type UpperPlatform } from '@fleetwarden/simulator/regulator';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { regulatorWords } from '../../src/modules/regulators/index.ts';
import { type Sql, sql } from '../../src/platform/db/database.ts';
import { createPartitions } from '../../src/platform/db/partitions.ts';
import { COMMAND_PASSWORD, createFieldEncryption } from '../../src/platform/resources/field-encryption.ts';
import { describeMessage } from '../../src/regulator/describe-message.ts';
import { createRegulator, type Regulator } from '../../src/regulator/regulator.ts';
import { eventually } from './gateway/gateway-fixture.ts';
import { type Radio, startRadio } from './radio.ts';
import { addVehicle, live } from './test-fleet.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export const KEYS = { m1: 30_000_000, ia1: 20_000_000, ic1: 20_000_000 };
export const PASSWORD = 'abc_123';
export const SECRET_KEY = 'a key of thirty-two characters!!';
const RIGHTS = [
  '2',
  '20501',
  '20504',
  '1301',
  '13010101',
  '13010102',
  '13010104',
  '208',
  '20801',
  '20802',
  '20803',
  '20804',
  '61001',
  '61010',
  '61011',
  '60801',
  '60802',
  '60803',
  '60804',
  '60807',
  '60808',
  '60701',
  '60702',
  '60703',
  '60704',
  '60707',
];

/** The server of a test file. */
type LinksFixture = {
  server: TestServer;
  radio: Radio;
  department: number;
  /** Address of a user with all permissions. */
  boss: string;
};

export const second = (): number => Math.floor(Date.now() / 1000) * 1000;

/** Times of the positions that the platform received. */
export const timesOf = (upper: UpperPlatform): number[] => {
  const bodies = upper.received.flatMap((each) =>
    each.type === 'position' ? [each.body] : each.type === 'positions' ? each.body.positions : [],
  );
  return bodies.map(({ at2011, at2019 }) => {
    if (at2011)
      return Date.UTC(at2011.year, at2011.month - 1, at2011.day, at2011.hour, at2011.minute, at2011.second) - 8 * HOUR_MS;
    const digits = Buffer.from(at2019!.location.subarray(22, 28)).toString('hex');
    const [y, mo, d, h, mi, s] = digits.match(/../g)!.map(Number) as [number, number, number, number, number, number];
    return Date.UTC(2000 + y, mo - 1, d, h, mi, s) - 8 * HOUR_MS;
  });
};

/** For tests: links to simulated superior platforms over real sockets. Call it at the top of a test file. */
export function linksOfFile() {
  const fixture = {} as LinksFixture;
  /** Positions of subordinate platforms. */
  const taken: LocationReported[] = [];
  const ends: (() => Promise<unknown>)[] = [];
  let cars = 50_000;
  let ports = 30_000;

  beforeAll(async () => {
    fixture.server = await startTestServer({ describe: describeMessage });
    const open = (sealed: string) => createFieldEncryption(SECRET_KEY).decrypt(sealed, COMMAND_PASSWORD);
    fixture.radio = await startRadio(fixture.server, {}, open);
    fixture.department = await fixture.server.department('集团');
    await fixture.server.account('boss', fixture.department, RIGHTS);
    fixture.boss = await fixture.server.signIn('boss');
    const today = Math.floor(Date.now() / DAY_MS);
    await createPartitions(fixture.server.db, 400).ensure([today - 1, today]);
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await fixture.server.db.run(sql`delete from superior_platform`);
    await fixture.server.db.run(sql`delete from lower_platform`);
    await fixture.server.db.run(sql`delete from superior_late`);
  });
  afterAll(async () => {
    await fixture.radio.stop();
    await fixture.server.stop();
  });

  const call = async (path: string, data: object = {}) =>
    (await fixture.server.call('POST', path, data, { authorization: fixture.boss, cookie: 'language=en' })).body;

  const signedCall = async (path: string, data: object) =>
    (await fixture.server.post(path, { data, sign: sign(data as never) }, { authorization: fixture.boss, cookie: 'language=en' }))
      .body;

  async function upperOf(options: Partial<UpperOptions> = {}): Promise<UpperPlatform> {
    const upper = await startUpperPlatform({
      revision: 2011,
      user: 10_001,
      password: PASSWORD,
      accessCode: 7,
      keys: KEYS,
      encryptKey: null,
      ...options,
    });
    ends.push(() => upper.close());
    return upper;
  }

  async function regulator(limits: object = {}): Promise<{ regulator: Regulator; port: number; upperPort: number }> {
    const made = createRegulator({
      db: fixture.server.db,
      bus: fixture.server.bus,
      encryption: createFieldEncryption(SECRET_KEY),
      host: '127.0.0.1',
      port: 0,
      upperPort: 0,
      log: fixture.server.http.app.log as never,
      words: regulatorWords,
      planned: fixture.server.activeRules.reported,
      terminals: {
        ask: fixture.server.commands.service.askAsProduct,
        file: (name) => readFile(join(fixture.server.dataFolder, 'media', name)).catch(() => null),
      },
      ingest: { accept: (reports) => void taken.push(...reports), full: false, onResume: () => () => undefined },
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
      platName: `省平台${++ports}`,
      standard: 0,
      deptId: String(fixture.department),
      linkState: 1,
      ip: '127.0.0.1',
      port: upper.port,
      userId: '10001',
      password: PASSWORD,
      accessCode: '7',
      localIp: '127.0.0.1',
      localPort: linkPort,
      platformId: '11010000001',
      heartbeat: 60,
      reconnect: 5,
      encrypt: 0,
      m1: String(KEYS.m1),
      ia1: String(KEYS.ia1),
      ic1: String(KEYS.ic1),
      coord: 1,
      sendPosition: true,
      sendStatic: true,
      contact: '值班室',
      tel: '13800138000',
      supplement: true,
      supplementHours: 24,
      ...more,
    };
    const reply = await call('plat/addSuperior', { values });
    expect(reply).toMatchObject({ code: '0' });
    return Number(reply.data.id);
  }

  async function car(superiorId: number, terminal: { model?: string } = {}): Promise<{ id: number; plate: string }> {
    const plate = `京A${++cars}`;
    const id = await addVehicle(fixture.server, {
      plate,
      departmentId: fixture.department,
      phone: `1390${String(cars).padStart(7, '0')}`,
      ...terminal,
    });
    await call('plat/bindCar', { id: String(superiorId), addCars: [String(id)] });
    return { id, plate };
  }

  async function positions(vehicleId: number, times: readonly number[]): Promise<void> {
    await fixture.server.db.run(sql`
      insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, backfill, quality)
      select ${vehicleId}, to_timestamp(u / 1000.0), now(), 116.3964, 39.9093, 50, 60, 90, 0, 3, false, 0
      from unnest(${[...times]}::float8[]) u`);
    fixture.server.bus.publish('vehicles.updated', [live(vehicleId)]);
  }

  /** The row there is in the end. */
  async function rowOf<Row>(statement: Sql): Promise<Row> {
    await eventually(async () => expect(await fixture.server.db.first(statement)).toBeDefined());
    return (await fixture.server.db.first<Row>(statement))!;
  }

  const nextPlate = (): string => `京B${++cars}`;
  return { fixture, taken, ends, call, signedCall, upperOf, regulator, superiorAt, car, positions, rowOf, nextPlate };
}
