import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, name, sql } from '../../src/platform/db/database.ts';
import { createSignedFiles } from '../../src/platform/files/signed-files.ts';
import { createRandom } from '../report-oracle/fixture/random.ts';
import { testDatabase } from '../support/db/test-database.ts';
import type { Acknowledged, DeviceClock } from '../support/gateway/device-contents.ts';
import { archive, eventually, type GatewayFixture, startGatewayFixture } from '../support/gateway/gateway-fixture.ts';
import { RestlessDevice, type Sim } from '../support/gateway/restless-device.ts';

const CODE = 'secret';
/** Frames of all devices: a million in the long test run. */
const FRAMES = process.env['FC_SCALE'] === undefined ? 12_000 : 1_000_000 * Number(process.env['FC_SCALE']);
const DEVICES = FRAMES > 100_000 ? 100 : 8;
const ROUNDS = 4;
const LIMIT_MS = FRAMES > 100_000 ? 3_600_000 : 120_000;

/** Device times end days ago, even of a million frames: no clock is measured again. */
const START_AGO_MS = 300 * HOUR_MS;
/** Between the times of two devices that swap their SIMs: the alarms of one vehicle are never joined. */
const SWAP_APART_MS = 60 * HOUR_MS;
const AHEAD_MS = 3 * MINUTE_MS;
/** Their writers are held up now and then. */
const SLOW_TABLES = ['position', 'media', 'terminal_message'];
const LOOK_MS = 20;

let db: Db;
let folder: string;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  ({ db } = await testDatabase());
  folder = await mkdtemp(join(tmpdir(), 'behaviour-'));
  stops.push(() => rm(folder, { recursive: true }));
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** A gateway that knows the zones and clocks of its terminals. */
async function startGateway(): Promise<GatewayFixture> {
  const fixture = await startGatewayFixture(db, {
    mediaFiles: createSignedFiles({ folder, key: Buffer.alloc(32), lifeMs: Number.MAX_SAFE_INTEGER }),
    limits: {
      takeoversPerPhone: 100_000,
      failuresPerTerminal: 100_000,
      failuresPerAddress: 1_000_000,
      subPackageGroups: 64,
      subPackageAskMs: 1_000,
      sweepEveryMs: 200,
    },
  });
  stops.push(fixture.stop);
  return fixture;
}

/** Devices by their number. The first two of four swap their SIMs, and have clocks that die; the others have a clock that is off. */
async function createDevices(seed: number): Promise<RestlessDevice[]> {
  const startAt = Math.floor(Date.now() / 10_000) * 10_000 - START_AGO_MS;
  const clocks = Array.from(
    { length: DEVICES },
    (_, number): DeviceClock => ({
      startAt: startAt + (number % 4 === 1 ? SWAP_APART_MS : 0),
      utcOffset: number % 4 === 3 ? 0 : 8,
      aheadMs: number % 4 === 2 ? AHEAD_MS : 0,
      dies: number % 4 < 2,
    }),
  );
  const sims: Sim[] = [];
  for (const [number, { utcOffset, aheadMs }] of clocks.entries()) {
    const phone = String(13_100_000_000 + number);
    const vehicleId = await archive(db, phone, { authCode: CODE, plate: `京K${10_000 + number}` });
    sims.push({ phone, vehicleId });
    await db.run(sql`update terminal set utc_offset_h = ${utcOffset}::numeric where phone = ${phone}`);
    if (aheadMs > 0)
      await db.run(sql`insert into vehicle_clock (vehicle_id, offset_s, correction_s, utc_offset_h, measured_at)
        values (${vehicleId}, ${-aheadMs / SECOND_MS}::integer, ${-aheadMs / SECOND_MS}::integer, ${utcOffset}::numeric, now())`);
  }
  const { port } = await startGateway();
  return clocks.map((clock, number) => {
    const random = createRandom(seed + number);
    // neighbours swap their SIMs; a request for parts would name a number that moved on, so only consecutive ones do
    return new RestlessDevice(sims[number]!, { port, code: CODE, random, number, clock, consecutive: number % 4 < 2 });
  });
}

/** Sends frames of all devices. Meanwhile the database is slow: each table in turn, until a device repeats what is not answered. */
async function runAll(devices: readonly RestlessDevice[]): Promise<void> {
  let isOver = false;
  const countRepeats = () => devices.reduce((sum, { repeats }) => sum + repeats, 0);
  const slowDown = async () => {
    for (const table of SLOW_TABLES) {
      await db.transaction(async (tx) => {
        await tx.run(sql`lock table ${name(table)} in share mode`);
        for (const before = countRepeats(); !isOver && countRepeats() === before; ) await sleep(LOOK_MS);
      });
      if (isOver) return;
    }
  };
  const slow = slowDown();
  try {
    await Promise.all(devices.map((device) => device.run(FRAMES / DEVICES / ROUNDS)));
  } finally {
    isOver = true;
    await slow;
  }
}

it('all data acknowledged to restless devices is stored exactly once, and no data that they never sent', {
  timeout: LIMIT_MS,
}, async () => {
  const seed = Number(process.env['FC_SEED'] ?? Math.floor(Math.random() * 0x7fff_ffff));
  const devices = await createDevices(seed);
  for (let round = 0; round < ROUNDS; round++) {
    await runAll(devices).catch((error: unknown) => {
      throw new Error(`FC_SEED=${seed}`, { cause: error });
    });
    for (let i = 0; i + 1 < DEVICES; i += 4) {
      const [one, other] = [devices[i]!, devices[i + 1]!];
      const [own, foreign] = [one.sim, other.sim];
      one.end();
      other.end();
      await Promise.all([one.swap(foreign), other.swap(own)]);
    }
  }
  const acknowledged = devices.flatMap((device) => device.acknowledged);
  const sent = devices.flatMap((device) => device.sent);
  expect(acknowledged.length).toBeGreaterThan(FRAMES / 20);
  for (const kind of ['alarm', 'sos', 'photo', 'card', 'waybill'] as const)
    expect(acknowledged.filter((each) => each.kind === kind).length, kind).toBeGreaterThan(0);
  await eventually(async () => expect(await compare(acknowledged, sent), `FC_SEED=${seed}`).toEqual(NO_DIFFERENCE));
  for (const device of devices) device.end();
});

const NO_DIFFERENCE = {
  locations: { missing: [], foreign: [], repeated: 0 },
  alarms: { missing: [], foreign: [], repeated: 0 },
  alarmTimes: [],
  sos: { missing: [], foreign: [], repeated: 0 },
  photos: { missing: [], foreign: [], repeated: 0 },
  messages: { missing: [], foreign: [], repeated: 0 },
  cards: { missing: [], foreign: [], repeated: 0 },
  waybills: { missing: [], foreign: [], repeated: 0 },
  files: [],
};

/** Compares keys: acknowledged and not stored, stored and never sent, stored twice. */
function difference(stored: readonly string[], acknowledged: readonly string[], sent: readonly string[]) {
  const [known, possible] = [new Set(stored), new Set(sent)];
  return {
    missing: acknowledged.filter((key) => !known.has(key)).slice(0, 5),
    foreign: stored.filter((key) => !possible.has(key)).slice(0, 5),
    repeated: stored.length - known.size,
  };
}

async function compare(acknowledged: readonly Acknowledged[], sent: readonly Acknowledged[]) {
  const keys = (list: readonly Acknowledged[], kind: Acknowledged['kind']) =>
    list.filter((each) => each.kind === kind).flatMap(keysOf);
  const check = async (kind: Acknowledged['kind'], statement: string) => {
    const rows = await db.query<{ key: string }>(statement);
    return difference(
      rows.map(({ key }) => key),
      keys(acknowledged, kind),
      keys(sent, kind),
    );
  };
  const files = await db.query<{ file: string; digest: string }>(`select file, encode(digest, 'hex') as digest from media`);
  const wrong: string[] = [];
  for (const { file, digest } of files) if ((await digestOf(file)) !== digest) wrong.push(file);
  return {
    locations: await check(
      'locations',
      `select vehicle_id || ' ' || floor(extract(epoch from gnss_at)) || ' ' || round(lng * 1000000) || ' ' || backfill as key
       from (select vehicle_id, gnss_at, lng, backfill from position
         union all select vehicle_id, gnss_at, lng, backfill from position_odd) p`,
    ),
    alarms: await check('alarm', `select vehicle_id || ' ' || source as key from alarm where source > 0`),
    alarmTimes: await findWrongAlarmTimes(acknowledged),
    sos: await check(
      'sos',
      `select vehicle_id || ' ' || floor(extract(epoch from start_at)) || ' ' || floor(extract(epoch from end_at)) || ' ' || late
         as key from alarm where source = 0`,
    ),
    photos: await check('photo', `select vehicle_id || ' ' || media_no || ' ' || encode(digest, 'hex') as key from media`),
    // a message that was started again has another serial, and is another message
    messages: await check(
      'message',
      `select distinct vehicle_id || ' ' || message_id || ' ' || encode(body, 'hex') as key from terminal_message
       where reason in (1, 2)`,
    ),
    cards: await check('card', `select vehicle_id || ' ' || extract(epoch from at)::bigint as key from driver_card`),
    waybills: await check('waybill', `select vehicle_id || ' ' || text as key from waybill`),
    files: wrong,
  };
}

/** Alarms that did not start with their position, as its clock says. */
async function findWrongAlarmTimes(acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const rows = await db.query<{ key: string; at: number }>(
    `select vehicle_id || ' ' || source as key, extract(epoch from start_at)::float8 * 1000 as at from alarm where source > 0`,
  );
  const starts = new Map(rows.map(({ key, at }) => [key, at]));
  return acknowledged
    .flatMap((each) => {
      if (each.kind !== 'alarm' || each.at === null) return [];
      const [key] = keysOf(each) as [string];
      const startAt = starts.get(key);
      return startAt === undefined || Math.floor(startAt / SECOND_MS) === each.at / SECOND_MS
        ? []
        : [`${key} ${startAt} ${each.at}`];
    })
    .slice(0, 5);
}

function keysOf(each: Acknowledged): string[] {
  const { vehicleId } = each;
  if (each.kind === 'locations')
    return each.points.map(({ at, microLng, backfill }) => `${vehicleId} ${at / 1000} ${microLng} ${backfill}`);
  if (each.kind === 'card') return [`${vehicleId} ${each.at / 1000}`];
  if (each.kind === 'waybill') return [`${vehicleId} ${each.text}`];
  if (each.kind === 'alarm') return [`${vehicleId} ${each.source}`];
  if (each.kind === 'sos') return [`${vehicleId} ${each.from / 1000} ${each.until / 1000} ${each.late}`];
  if (each.kind === 'photo') return [`${vehicleId} ${each.mediaId} ${each.digest}`];
  return [`${vehicleId} ${each.id} ${each.body}`];
}

const digestOf = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(join(folder, file)))
    .digest('hex');
