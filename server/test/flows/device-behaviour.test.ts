import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../src/platform/db/database.ts';
import { createSignedFiles } from '../../src/platform/files/signed-files.ts';
import { createRandom } from '../report-oracle/fixture/random.ts';
import { testDatabase } from '../support/db/test-database.ts';
import { archive, eventually, type GatewayFixture, startGatewayFixture } from '../support/gateway/gateway-fixture.ts';
import { type Acknowledged, RestlessDevice } from '../support/gateway/restless-device.ts';

const CODE = 'secret';
/** Frames of all devices: a million in the long test run. */
const FRAMES = process.env['FC_SCALE'] === undefined ? 12_000 : 1_000_000 * Number(process.env['FC_SCALE']);
const DEVICES = FRAMES > 100_000 ? 100 : 8;
const ROUNDS = 4;
const LIMIT_MS = FRAMES > 100_000 ? 3_600_000 : 120_000;

let db: Db;
let fixture: GatewayFixture;
let folder: string;

beforeAll(async () => {
  ({ db } = await testDatabase());
  folder = await mkdtemp(join(tmpdir(), 'behaviour-'));
  fixture = await startGatewayFixture(db, {
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
});
afterAll(async () => {
  await fixture.stop();
  await rm(folder, { recursive: true });
});

it('what restless devices were told is stored is stored, once, and nothing else is', { timeout: LIMIT_MS }, async () => {
  const seed = Number(process.env['FC_SEED'] ?? Math.floor(Math.random() * 0x7fff_ffff));
  const startAt = Math.floor(Date.now() / 10_000) * 10_000 - 60 * HOUR_MS;
  const sims = await Promise.all(
    Array.from({ length: DEVICES }, async (_, i) => {
      const phone = String(13_100_000_000 + i);
      return { phone, vehicleId: await archive(db, phone, { authCode: CODE, plate: `京K${10_000 + i}` }) };
    }),
  );
  // those that keep their SIMs may have a clock in another time zone
  const offsetOf = (number: number) => (number % 4 === 3 ? 0 : 8);
  await db.run(`update terminal set utc_offset_h = 0 where phone::bigint % 4 = 3`);
  fixture.bus.publish('fleet.changed', { vehicleIds: sims.map(({ vehicleId }) => vehicleId) });
  const moved = sims.find((_, number) => offsetOf(number) === 0)!;
  await eventually(() => expect(fixture.ingest.correctTime(moved.vehicleId, startAt - 8 * HOUR_MS)).toBe(startAt));
  const devices = sims.map((sim, number) => {
    const random = createRandom(seed + number);
    // neighbours swap their SIMs; a request for parts would name a number that moved on, so only consecutive ones do
    const device = { number, startAt, consecutive: number % 4 < 2, utcOffset: offsetOf(number) };
    return new RestlessDevice(sim, { port: fixture.port, code: CODE, random, ...device });
  });
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(devices.map((device) => device.run(FRAMES / DEVICES / ROUNDS))).catch((error: unknown) => {
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
  await eventually(async () => expect(await compare(acknowledged, sent), `FC_SEED=${seed}`).toEqual(NO_DIFFERENCE));
  for (const device of devices) device.end();
});

const NO_DIFFERENCE = {
  locations: { missing: [], foreign: [], repeated: 0 },
  alarms: { missing: [], foreign: [], repeated: 0 },
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
      `select vehicle_id || ' ' || floor(extract(epoch from gnss_at)) || ' ' || round(lng * 1000000) as key from position`,
    ),
    alarms: await check(
      'alarm',
      `select vehicle_id || ' ' || floor(extract(epoch from start_at)) || ' ' || source as key from alarm where source > 0`,
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

function keysOf(each: Acknowledged): string[] {
  const { vehicleId } = each;
  if (each.kind === 'locations') return each.points.map(({ at, microLng }) => `${vehicleId} ${at / 1000} ${microLng}`);
  if (each.kind === 'card') return [`${vehicleId} ${each.at / 1000}`];
  if (each.kind === 'waybill') return [`${vehicleId} ${each.text}`];
  if (each.kind === 'alarm') return [`${vehicleId} ${each.at / 1000} ${each.source}`];
  if (each.kind === 'photo') return [`${vehicleId} ${each.mediaId} ${each.digest}`];
  return [`${vehicleId} ${each.id} ${each.body}`];
}

const digestOf = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(join(folder, file)))
    .digest('hex');
