import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Track } from '@fleetwarden/contract/tracks/schemas';
import { unpackTrack } from '@fleetwarden/contract/tracks/track-columns';
import { onEarth } from '@fleetwarden/domain/quality';
import { isFixed } from '@fleetwarden/domain/status-bits';
import { escapeFrame, phoneKey } from '@fleetwarden/protocol/jt808';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/platform/db/database.ts';
import { type GatewayFixture, startGatewayFixture } from '../support/gateway/gateway-fixture.ts';
import { connectTerminal, locationBody } from '../support/gateway/terminal.ts';
import { addVehicle } from '../support/test-fleet.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** Messages of terminals return as their track: bytes on a socket, gateway, database, call. */

// recorded from devices; they are outside the repository and must not be published
const FOLDER = join(import.meta.dirname, '../../../../shared/vectors');

/** A point as its source decodes it: epoch ms, degrees, km/h, km; absent values are not compared. */
type Point = {
  readonly at: number;
  readonly lng: number;
  readonly lat: number;
  readonly statusBits: number;
  readonly alarmBits: number;
  readonly speedKmh: number;
  readonly odometerKm?: number;
  readonly heading?: number;
  readonly altitudeM?: number;
};
type Recorded = {
  readonly bytes: Uint8Array;
  readonly phone: string;
  readonly serial: number;
  readonly points: readonly Point[];
};
type SourceFields = Readonly<Record<string, never>>;
type Vector = {
  readonly hex: string;
  readonly msgId: string;
  readonly header: { readonly phone: string; readonly seq: number; readonly subpackage?: boolean } | null;
  readonly validation: {
    readonly form?: string;
    readonly ok?: boolean;
    readonly checksumOk: boolean;
    readonly lengthOk: boolean;
  };
  readonly derived?: SourceFields;
  readonly fields?: SourceFields;
};

let server: TestServer;
let fixture: GatewayFixture;
let root: number;
let token: string;
let clock = Date.now();
const vehicles = new Map<string, number>();

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('车队');
  await server.account('boss', root, ['2', '20105']);
  token = await server.signIn('boss');
  // old frames are stored at their own time
  fixture = await startGatewayFixture(server.db, {
    bus: server.bus,
    now: () => clock,
    limits: { idleMs: Number.MAX_SAFE_INTEGER, unknownMs: Number.MAX_SAFE_INTEGER },
  });
});
afterAll(async () => {
  await fixture.stop();
  await server.stop();
});

/** The vehicle of a terminal that reports without a code. */
async function ensureVehicle(phone: string): Promise<number> {
  let id = vehicles.get(phone);
  if (id === undefined) {
    id = await addVehicle(server, { plate: `京A${vehicles.size + 10_000}`, departmentId: root, phone });
    await server.db.run(sql`update terminal set open_until_auth = true where phone = ${phone}`);
    vehicles.set(phone, id);
  }
  return id;
}

async function loadTrack(phone: string, start: number, end: number): Promise<Track> {
  const wish = { targId: String(await ensureVehicle(phone)), start, end: end + 1_000, filterDrift: false };
  const { body } = await server.call('POST', 'track/listTrack', wish, { authorization: token });
  expect(body).toMatchObject({ code: '0' });
  return body.data;
}

/** The points of a track, and of each what `like` names. */
function shown(track: Track, like: readonly Point[]): Partial<Point>[] {
  const data = unpackTrack(track.points);
  return Array.from(data.at, (_, i) =>
    Object.fromEntries(Object.keys(like[i] ?? like[0] ?? {}).map((key) => [key, data[key as keyof Point][i]])),
  );
}

/** Each point once, by time. */
const distinct = (points: readonly Partial<Point>[]): Partial<Point>[] =>
  [...new Set(points.map((point) => JSON.stringify(point)))]
    .map((text) => JSON.parse(text) as Partial<Point>)
    .sort((a, b) => a.at! - b.at!);
/** Further reports of a second are stored some milliseconds later. */
const toSecond = (point: Partial<Point>): Partial<Point> => ({ ...point, at: Math.floor(point.at! / 1_000) * 1_000 });
const hasPlace = ({ statusBits, lng, lat }: Point): boolean => isFixed(statusBits) && onEarth(lng, lat);
const micro = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** GMT+8, as six BCD bytes or as a text. */
const parseTime = (text: string): number => {
  const [year, month, day, hour, minute, second] = text.replace(/^20(?=\d\d-)/, '').match(/\d\d/g)!;
  return Date.parse(`20${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`);
};

/** The second reading that recorded frames carry, made by another decoder than ours. */
function derived(said: SourceFields): Point {
  const items = said['additional'] as unknown as readonly { readonly id: string; readonly hex: string }[];
  const odometer = items.find(({ id }) => id === '0x01');
  return {
    at: parseTime(said['timeBcdGmt8']!),
    lng: said['lon']!,
    lat: said['lat']!,
    statusBits: Number(said['status']),
    alarmBits: Number(said['alarm']),
    speedKmh: said['speedKmh']!,
    heading: said['direction']!,
    altitudeM: said['altitude']!,
    odometerKm: odometer ? Number.parseInt(odometer.hex, 16) / 10 : Number.NaN,
  };
}

/** The source's claim about its frame, by its own names; null if it is incomplete. */
function asserted(fields: SourceFields): Point | null {
  const bodies = (fields['Bodies'] ?? {}) as SourceFields;
  const say = (name: string): never | undefined => fields[`Bodies.${name}`] ?? bodies[name];
  const [time, lat, lng, status] = ['GPSTime', 'Lat', 'Lng', 'StatusFlag'].map(say);
  if ([time, lat, lng, status].includes(undefined)) return null;
  const [statusBits, speed] = [status as unknown as number, say('Speed') as unknown as number];
  return {
    at: parseTime(time as unknown as string),
    lng: ((lng as unknown as number) / 1e6) * (statusBits & 8 ? -1 : 1),
    lat: ((lat as unknown as number) / 1e6) * (statusBits & 4 ? -1 : 1),
    statusBits,
    alarmBits: say('AlarmFlag') ?? 0,
    speedKmh: speed / 10,
  };
}

function recordedIn(file: string): Recorded[] {
  const read = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Vector[] | { readonly items: Vector[] };
  return ('items' in read ? read.items : read).flatMap((vector): Recorded[] => {
    const { msgId, header, validation } = vector;
    const sound = validation?.checksumOk && validation.lengthOk && header && !header.subpackage;
    if (!sound || (msgId !== '0x0200' && msgId !== '0x0704')) return [];
    const points = vector.derived
      ? ((vector.derived['items'] ?? [vector.derived]) as SourceFields[]).map(derived)
      : [asserted(vector.fields ?? ({} as SourceFields))].filter((point) => point !== null);
    if (points.length === 0) return [];
    const raw = Buffer.from(vector.hex, 'hex');
    // published without their escapes; a stream cannot carry them like that
    const bytes = validation.form === 'already unescaped' ? escapeFrame(raw.subarray(1, -2)) : raw;
    return [{ bytes, phone: phoneKey(header.phone), serial: header.seq, points }];
  });
}

describe.skipIf(!existsSync(FOLDER))('recorded terminals', () => {
  it.each([
    ['traccar-huabao.json', 40],
    ['smallchi-jt808.json', 5],
  ])('%s: each fix is a point of its terminal’s track, as decoded by its source', async (file, least) => {
    const recorded = recordedIn(file);
    expect(recorded.length).toBeGreaterThanOrEqual(least);
    const known = new Map<string, Point[]>();
    let drawn = 0;
    for (const { bytes, phone, serial, points } of recorded) {
      await ensureVehicle(phone);
      const times = points.map(({ at }) => at);
      clock = Math.max(...times) + 5_000;
      const terminal = await connectTerminal(fixture.port, { phone });
      terminal.raw(bytes);
      await terminal.reply(({ type, body }) => type === 'platformAck' && 'serial' in body && body.serial === serial);
      terminal.end();
      const before = known.get(phone) ?? [];
      known.set(phone, [...before, ...points]);
      const [start, end] = [Math.min(...times), Math.max(...times)];
      const sent = [...before, ...points].filter(({ at }) => at >= start && at <= end);
      const placed = sent.filter(hasPlace);
      const track = await loadTrack(phone, start, end);
      // reports that differ in what the source does not decode are all stored, equal ones once
      expect(track.stored).toBeGreaterThanOrEqual(distinct(sent).length);
      expect(track.stored).toBeLessThanOrEqual(sent.length);
      expect(track.unfixed === 0).toBe(placed.length === sent.length);
      expect(distinct(shown(track, placed).map(toSecond))).toEqual(distinct(placed));
      drawn += placed.length;
    }
    expect(drawn).toBeGreaterThan(0);
  });
});

describe('a test terminal', () => {
  /** 2026-03-05 08:00 in Shanghai. */
  const MORNING = Date.UTC(2026, 2, 5, 0);
  const drive = (points: number, more: Partial<Point> = {}): Point[] =>
    Array.from({ length: points }, (_, i) => ({
      at: MORNING + i * 10_000,
      lng: micro(116.3 + i * 0.0016),
      lat: 39.9,
      speedKmh: 50.5 + (i % 7),
      heading: 90,
      altitudeM: 44,
      alarmBits: i === 5 ? 3 : 0,
      statusBits: 3,
      odometerKm: Math.round((1_000 + i * 0.14) * 10) / 10,
      ...more,
    }));
  const body = (point: Point) => locationBody(point.at, { ...point, satellites: null });

  it.each(['tcp', 'udp'] as const)('has a track of all its reports, over %s', async (transport) => {
    const phone = transport === 'tcp' ? '13900010001' : '13900010002';
    await ensureVehicle(phone);
    const points = drive(40);
    clock = MORNING;
    const terminal = await connectTerminal(fixture.port, { phone, transport });
    for (const point of points) {
      clock = point.at + 1_000;
      expect(await terminal.ask({ id: 0x0200, body: body(point) })).toBe(0);
    }
    terminal.end();
    const track = await loadTrack(phone, MORNING, points.at(-1)!.at);
    expect(shown(track, points)).toEqual(points);
    expect(track).toMatchObject({ stored: 40, unfixed: 0, thinnedM: null });
    expect(track.trips).toHaveLength(1);
    expect(track.trips[0]!.km).toBeCloseTo(39 * 0.0016 * 111.195 * Math.cos((39.9 * Math.PI) / 180), 1);
    expect(track.alarms.map(({ bit, start }) => [bit, start])).toEqual([
      [0, points[5]!.at],
      [1, points[5]!.at],
    ]);
  });

  it('has a track with its blind-zone backfill, in time order, also south and west', async () => {
    const phone = '13900010003';
    await ensureVehicle(phone);
    // Uruguay: both signs, a place no qualified position of China has
    const points = drive(30).map((point) => ({ ...point, lng: micro(point.lng - 172.5), lat: -34.9, statusBits: 0b1111 }));
    clock = points.at(-1)!.at + 60_000;
    const terminal = await connectTerminal(fixture.port, { phone });
    const items = (part: readonly Point[]) => part.toReversed().map(body);
    for (const part of [points.slice(15), points.slice(0, 15)]) {
      const bodies = items(part);
      const bytes = Buffer.concat([
        Buffer.from([0, bodies.length, 1]),
        ...bodies.flatMap((item) => [Buffer.from([item.length >> 8, item.length & 0xff]), Buffer.from(item)]),
      ]);
      expect(
        await terminal.result(terminal.send({ id: 0x0704, body: bytes }, { maxBody: 400 }) + Math.ceil(bytes.length / 400) - 1),
      ).toBe(0);
    }
    terminal.end();
    const track = await loadTrack(phone, MORNING, points.at(-1)!.at);
    expect(shown(track, points)).toEqual(points);
    expect(track.trips).toHaveLength(1);
  });
});
