/** Frames as devices send them, over TCP and UDP, with AUTO_REGISTER=on: they reach the tree, the socket and the database. */

import { createSocket } from 'node:dgram';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { encodeMessage, phoneKey, readHeader, readLocation, sliceBody, writeLocation } from '@fleetwarden/protocol/jt808';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, signIn, until } from './support/client.ts';
import { removeDataDir } from './support/data-dir.ts';
import { openDatabase } from './support/database.ts';
import { type Product, startProduct } from './support/product.ts';
import { copyDataDir } from './support/shared-services.ts';

const vectors = resolve(import.meta.dirname, '../../shared/vectors/traccar-huabao.json');
const PASSWORD = 'Correct_horse_7';
const dataDir = await copyDataDir('fleet');
let product: Product;
let client: Client;
let db: pg.Client;

beforeAll(async () => {
  product = await startProduct(dataDir, { AUTO_REGISTER: 'on', ADMIN_PASSWORD: PASSWORD });
  client = await signIn(product.url, 'admin', PASSWORD);
  db = await openDatabase(dataDir);
});
afterAll(async () => {
  await db?.end();
  const code = await product?.stop();
  removeDataDir(dataDir);
  expect(code).toBe(0);
});

/** The expected values of a frame. */
type Sent = {
  name: string;
  wire: Uint8Array;
  phone: string;
  at: number;
  lng: number;
  lat: number;
  speedKmh: number;
  heading: number;
  fixed: boolean;
};

const describeFrame = (name: string, wire: Uint8Array, frame: Uint8Array): Sent => {
  const header = readHeader(frame);
  const { deviceAt, lng, lat, speedKmh, heading, statusBits } = readLocation(sliceBody(frame, header));
  const fixed = (statusBits & 2) !== 0;
  return { name, wire, phone: phoneKey(header.phone), at: deviceAt ?? 0, lng, lat, speedKmh, heading, fixed };
};

const unescaped = (wire: Uint8Array): Uint8Array => {
  const inner: number[] = [];
  for (let i = 1; i < wire.length - 1; i++) {
    if (wire[i] === 0x7d) inner.push(wire[++i] === 1 ? 0x7d : 0x7e);
    else inner.push(wire[i] as number);
  }
  return Uint8Array.from(inner.slice(0, -1));
};

/** Our own cases: a recent time, a wrong clock, a position in the south-west of the globe. */
function ownFrames(): Sent[] {
  const now = Math.floor(Date.now() / 1000) * 1000;
  const cases: [string, string, number, number, number, number, number][] = [
    ['013900000001', 'now, in Shanghai', now - 5_000, 121.4737, 31.2304, 62.5, 271],
    ['013900000002', 'a clock of the year 2011', Date.UTC(2011, 4, 6, 7, 8, 9), 113.2644, 23.1291, 33.1, 12],
    ['013900000003', 'Brazil, four months ago', now - 120 * DAY_MS, -46.853273, -23.404205, 0, 359],
  ];
  return cases.map(([phone, name, deviceAt, lng, lat, speedKmh, heading]) => {
    const body = writeLocation({
      deviceAt,
      lng,
      lat,
      altitudeM: 12,
      speedKmh,
      heading,
      alarmBits: 0,
      statusBits: 3,
      odometerKm: 1234.5,
      recorderKmh: null,
      fuelL: null,
      ioBits: null,
      signal: 22,
      satellites: 11,
    });
    const wire = encodeMessage({ id: 0x0200, body, version: 2013, phone, serial: 7 })[0] as Uint8Array;
    return describeFrame(name, wire, unescaped(wire));
  });
}

/** Recorded frames with a fix and a time, one per phone. They were stored unescaped, so they are escaped again. */
function recordedFrames(): Sent[] {
  type Vector = { hex: string; msgId: string | null; validation?: { checksumOk?: boolean; lengthOk?: boolean }; test: string };
  const rows = JSON.parse(readFileSync(vectors, 'utf8')) as Vector[];
  const seen = new Set<string>();
  return rows.flatMap((row, index) => {
    if (row.msgId !== '0x0200' || !row.validation?.checksumOk || !row.validation.lengthOk) return [];
    const inner = Uint8Array.from(Buffer.from(row.hex, 'hex').subarray(1, -1));
    const wire = [0x7e];
    for (const byte of inner) {
      if (byte === 0x7e) wire.push(0x7d, 2);
      else if (byte === 0x7d) wire.push(0x7d, 1);
      else wire.push(byte);
    }
    wire.push(0x7e);
    const sent = describeFrame(`traccar-huabao ${index}`, Uint8Array.from(wire), inner.subarray(0, -1));
    if (!sent.fixed || sent.at === 0 || sent.lng === 0 || seen.has(sent.phone)) return [];
    seen.add(sent.phone);
    return [sent];
  });
}

async function sendTcp(frames: readonly Sent[]): Promise<void> {
  for (const frame of frames) {
    const socket = connect(product.gatewayPort, '127.0.0.1');
    const answered = new Promise<void>((done, fail) => socket.once('data', () => done()).once('error', fail));
    socket.write(frame.wire);
    await answered;
    socket.destroy();
  }
}

async function sendUdp(frames: readonly Sent[]): Promise<void> {
  const socket = createSocket('udp4');
  for (const frame of frames) {
    const answered = new Promise<void>((done) => socket.once('message', () => done()));
    socket.send(frame.wire, product.gatewayPort, '127.0.0.1');
    await answered;
  }
  socket.close();
}

async function arrive(frames: readonly Sent[]): Promise<void> {
  const live = await client.socket('gpsmsg');
  const roots = (await client.post('mainPage/getDeptTree')).list as { deptId: string; parentId: string | null }[];
  for (const root of roots.filter((d) => d.parentId === null)) await client.get('car/checkedDept', { deptId: root.deptId });
  const half = Math.ceil(frames.length / 2);
  await sendTcp(frames.slice(0, half));
  await sendUdp(frames.slice(half));
  for (const frame of frames) {
    const found = await until(`${frame.name} in the tree`, async () => {
      const { list } = await client.post('mainPage/getTreeByCarNo', { carNo: frame.phone });
      return list.find((node: { ltType: number }) => node.ltType === 1);
    });
    const record = await until(`${frame.name} on the socket`, () =>
      live.messages
        .flatMap((m) => m.data ?? [])
        .findLast((r: { tid: string; x: number | null }) => r.tid === found.targId && r.x !== null),
    );
    expect(record.x, frame.name).toBeCloseTo(frame.lng, 6);
    expect(record.y, frame.name).toBeCloseTo(frame.lat, 6);
    expect(record.sp, frame.name).toBeCloseTo(frame.speedKmh, 1);
    expect(record.d, frame.name).toBe(frame.heading);
    expect(record.t, frame.name).toBe(frame.at);
    const { rows } = await db.query(
      `select extract(epoch from gnss_at)::float8 * 1000 as at, lng, lat, speed_kmh, heading from (
         select vehicle_id, gnss_at, lng, lat, speed_kmh, heading from position
         union all select vehicle_id, gnss_at, lng, lat, speed_kmh, heading from position_odd) p where vehicle_id = $1`,
      [Number(found.targId)],
    );
    expect(rows, frame.name).toHaveLength(1);
    expect(rows[0].at, frame.name).toBe(frame.at);
    expect(rows[0].lng, frame.name).toBeCloseTo(frame.lng, 6);
    expect(rows[0].lat, frame.name).toBeCloseTo(frame.lat, 6);
    expect(rows[0].speed_kmh, frame.name).toBeCloseTo(frame.speedKmh, 1);
    expect(rows[0].heading, frame.name).toBe(frame.heading);
  }
  live.close();
}

describe('frames over the network with AUTO_REGISTER=on', () => {
  it('of our own cases arrive in the tree, the socket and the database, whatever their year', () => arrive(ownFrames()));

  it.skipIf(!existsSync(vectors))('recorded from real devices arrive in the tree, the socket and the database, too', async () => {
    const frames = recordedFrames();
    expect(frames.length).toBeGreaterThan(10);
    await arrive(frames);
  });
});
