/**
 * Positions per second over one JT/T 809 main link in both revisions: live ones (0x1202) and a backlog in fives (0x1203).
 * The link is a process of its own; this process is the superior platform. No position may be lost or sent twice.
 * Run: `node bench/regulator.ts [vehicles]`.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { Channel, Framer, type Revision } from '@fleetwarden/protocol/jt809';
import { createMemoryBus } from '../server/src/platform/bus/memory-bus.ts';
import type { ServerEvents } from '../server/src/platform/bus/server-events.ts';
import { at, type Db, openDatabase, sql } from '../server/src/platform/db/database.ts';
import { createPartitions } from '../server/src/platform/db/partitions.ts';
import { createLog } from '../server/src/platform/observe/log.ts';
import { createFieldEncryption } from '../server/src/platform/resources/field-encryption.ts';
import { createRegulator } from '../server/src/regulator/regulator.ts';
import { archiveFleet } from './gateway/fleet.ts';
import { withScratchDatabase } from './platform/scratch-database.ts';

const SECRET_KEY = 'a key of thirty-two characters!!';
const KEYS = { m1: 30_000_000, ia1: 20_000_000, ic1: 20_000_000 };
const ENCRYPT_KEY = 256_178;
const USER = { user: 10_001, password: 'bench123', accessCode: 7 };
const LIVE_OF_VEHICLE = 40;
const WAITING_OF_VEHICLE = 100;
const POLL_MS = 50;

/** Time of the inserted positions of a case, epoch ms. */
let now = 0;

const [role, ...rest] = process.argv.slice(2);
if (role === 'link') await runLink(JSON.parse(rest[0]!) as Link);
else await main(Number(role ?? 2_000));

/** A case: the queued positions (per vehicle, since when, epoch ms), and the settings of the link. */
type Case = {
  readonly name: string;
  readonly revision: Revision;
  readonly encrypted: boolean;
  readonly each: number;
  readonly fromMs: number;
  readonly stepMs: number;
};
type Link = { readonly connection: object };

async function main(vehicles: number): Promise<void> {
  await withScratchDatabase(600_000, async (db, connection) => {
    await archiveFleet(db, vehicles);
    const today = Math.floor(Date.now() / DAY_MS);
    await createPartitions(db, 400).ensure([today - 1, today, today + 1]);
    const live = { each: LIVE_OF_VEHICLE, fromMs: -45_000, stepMs: 1_000 };
    const waiting = { each: WAITING_OF_VEHICLE, fromMs: -HOUR_MS, stepMs: 30_000 };
    for (const revision of [2011, 2019] as const) {
      await measure(db, connection, vehicles, { name: 'of now', revision, encrypted: false, ...live });
      await measure(db, connection, vehicles, { name: 'that waited', revision, encrypted: false, ...waiting });
    }
    await measure(db, connection, vehicles, {
      name: 'that waited, encrypted',
      revision: 2019,
      encrypted: true,
      ...waiting,
    });
  });
}

async function measure(db: Db, connection: object, vehicles: number, asked: Case): Promise<void> {
  const sink = await listen(asked.revision);
  await enter(db, sink.port, vehicles, asked);
  const wanted = vehicles * asked.each;
  const link = fork(import.meta.filename, ['link', JSON.stringify({ connection } satisfies Link)]);
  const told = Promise.withResolvers<void>();
  const watch = setInterval(() => {
    if (sink.positions >= wanted) told.resolve();
  }, POLL_MS);
  await once(link, 'message');
  await told.promise;
  clearInterval(watch);
  const seconds = (sink.lastAt - sink.firstAt) / 1000;
  // until the database shows all as delivered, and without surplus
  for (;;) {
    const row = await db.first<{ n: number }>(
      sql`select count(*) as n from superior_vehicle where taken_to < ${at(lastOf(asked))}`,
    );
    if (row?.n === 0) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  link.send('stop');
  const [{ cpuMicros }] = (await once(link, 'message')) as [{ cpuMicros: number }];
  await once(link, 'exit');
  await sink.close();
  const rate = (per: number) => Math.round(sink.positions / per).toLocaleString('en');
  console.log(`${wanted.toLocaleString('en')} positions ${asked.name}, ${asked.revision}:`);
  console.log(`  over one link                      ${rate(seconds)} positions/s (${seconds.toFixed(1)} s)`);
  console.log(`  on one core of the link's process  ${rate(cpuMicros / 1e6)} positions/s`);
  console.log(`  lost or told twice                 ${sink.positions - wanted}`);
  if (sink.positions !== wanted) process.exitCode = 1;
}

function lastOf({ each, fromMs, stepMs }: Case): number {
  return now + fromMs + (each - 1) * stepMs;
}

/** The platform, its vehicles, and what waits for it. */
async function enter(db: Db, port: number, vehicles: number, { revision, encrypted, each, fromMs, stepMs }: Case): Promise<void> {
  const encryption = createFieldEncryption(SECRET_KEY);
  const secret = (key: string, value: string | number) => encryption.encrypt(String(value), `superior_platform.${key}`);
  await db.run(sql`delete from superior_platform`);
  await db.run(sql`truncate position`);
  now = Math.floor(Date.now() / 1000) * 1000;
  await db.run(sql`
    insert into superior_platform (department_id, name, standard, link_state, ip, port, user_id, password, access_code, local_ip, local_port,
      m1, ia1, ic1, encrypt, encrypt_key, supplement, supplement_hours)
    values ((select min(id) from department), '上级', ${revision === 2019 ? 1 : 0}, 1, '127.0.0.1', ${port}, ${String(USER.user)},
      ${secret('password', USER.password)}, ${String(USER.accessCode)}, '127.0.0.1', 9999, ${secret('m1', KEYS.m1)},
      ${secret('ia1', KEYS.ia1)}, ${secret('ic1', KEYS.ic1)}, ${encrypted ? 1 : 0},
      ${encrypted ? secret('encryptKey', ENCRYPT_KEY) : null}, true, 24)`);
  await db.run(sql`
    insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, backfill, quality)
    select v, ${at(now + fromMs)}::timestamptz + n * ${stepMs}::integer * interval '1 millisecond', now(), 116.39 + n * 0.0001, 39.9, 50, 60,
      90, 0, 3, false, 0
    from generate_series(1, ${vehicles}::integer) v, generate_series(0, ${each - 1}::integer) n`);
  await db.run(sql`analyze position`);
  await db.run(sql`
    insert into superior_vehicle (superior_id, vehicle_id, taken_to)
    select p.id, v, ${at(now + fromMs - 1_000)} from superior_platform p, generate_series(1, ${vehicles}::integer) v`);
}

/** The other platform: signs in, answers heartbeats and counts. */
async function listen(revision: Revision) {
  const wire = { revision, keys: KEYS };
  const counted = { positions: 0, firstAt: 0, lastAt: 0 };
  const count = (body: Uint8Array) => {
    const type = (body[22]! << 8) | body[23]!;
    const positions = type === 0x1202 ? 1 : type === 0x1203 ? body[28]! : 0;
    if (positions === 0) return;
    counted.positions += positions;
    counted.lastAt = performance.now();
    if (counted.firstAt === 0) counted.firstAt = counted.lastAt;
  };
  const server = createServer((socket) => {
    const framer = new Framer(wire);
    const channel = new Channel({
      wire,
      accessCode: USER.accessCode,
      encryptKey: null,
      now: Date.now,
      write: (bytes) => void socket.write(bytes),
    });
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Uint8Array) =>
      framer.push(
        chunk,
        ({ header, body }) => {
          if (header.id === 0x1001) channel.send({ type: 'loginReply', body: { result: 0, verifyCode: 1 } });
          else if (header.id === 0x1005) channel.send({ type: 'mainHeartbeatReply', body: {} });
          else if (header.id === 0x1003) channel.send({ type: 'logoutReply', body: {} });
          else count(body);
        },
        () => undefined,
      ),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get positions() {
      return counted.positions;
    },
    get firstAt() {
      return counted.firstAt;
    },
    get lastAt() {
      return counted.lastAt;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The links of a server, and nothing else of it. */
async function runLink({ connection }: Link): Promise<void> {
  const db = openDatabase({ connection: connection as never });
  const log = createLog('warn');
  const regulator = createRegulator({
    db,
    bus: createMemoryBus<ServerEvents>((subject, err) => log.error({ err, subject })),
    log,
    host: '127.0.0.1',
    port: 0,
    upperPort: 0,
    encryption: createFieldEncryption(SECRET_KEY),
    mayReach: () => true,
    terminals: { ask: async () => null, file: async () => null },
    planned: { kinds: () => [], wants: () => false },
    words: { kind: String, deal: String },
    ingest: { accept: () => undefined, full: false, onResume: () => () => undefined },
  });
  process.on('message', () => {
    const { user, system } = process.cpuUsage(before);
    process.send!({ cpuMicros: user + system });
    void regulator
      .stop()
      .then(() => db.close())
      .then(() => process.exit(0));
  });
  process.on('disconnect', () => process.exit(1));
  const before = process.cpuUsage();
  await regulator.start();
  process.send!('started');
}
