import { DAY_MS } from '@fleetwarden/domain/durations';
import { QUALITY } from '@fleetwarden/domain/quality';
import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { report, settle, startIngest, vehicles } from '../../test/support/ingest/location-reports.ts';
import type { ServerBus } from '../platform/bus/server-events.ts';
import type { Db } from '../platform/db/database.ts';
import type { Ingest } from './ingest.ts';

const now = Math.floor(Date.now() / 1000) * 1000;

let db: Db;
let ingest: Ingest;
let bus: ServerBus;
let vehicle: number;
const begin = async () => {
  ({ ingest, bus } = await startIngest(db));
};
const positions = (vehicleId = vehicle) =>
  db.query<{ gnss_at: number; quality: number }>('select gnss_at, quality from position where vehicle_id = $1 order by 1', [
    vehicleId,
  ]);
const picture = (vehicleId = vehicle) =>
  new Promise<VehicleLive>((resolve) => {
    const end = bus.subscribe('vehicles.updated', (rows) => {
      const found = rows.find((row) => row.vehicleId === vehicleId);
      if (found === undefined) return;
      end();
      resolve(found);
    });
  });

beforeAll(async () => {
  ({ db } = await testDatabase());
});
afterEach(() => ingest.stop());

describe('an accepted report', () => {
  it('is stored once and acknowledged each time, even if repeated in the same batch or later', async () => {
    await begin();
    [vehicle] = (await vehicles(db, 1)) as [number];
    const same = report(vehicle, now);
    expect(await Promise.all([settle(ingest, [same]), settle(ingest, [same, report(vehicle, now + 1000)])])).toEqual([
      'stored',
      'stored',
    ]);
    expect(await settle(ingest, [same])).toBe('stored');
    expect((await positions()).map(({ gnss_at }) => gnss_at)).toEqual([now, now + 1000]);
  });

  it('is stored although another server stored a position of the same second, with any number of rows', async () => {
    await begin();
    [vehicle] = (await vehicles(db, 1)) as [number];
    const rows = Array.from({ length: 12_000 }, (_, i) => report(vehicle, now - 12_000_000 + i * 1000));
    expect(await settle(ingest, [report(vehicle, now - 12_001_000)])).toBe('stored');
    await db.run(
      `insert into position select (jsonb_populate_record(p, jsonb_build_object('gnss_at', p.gnss_at + interval '1 second', 'lng', 1))).*
       from position p where vehicle_id = $1`,
      [vehicle],
    );
    expect(await settle(ingest, rows)).toBe('stored');
    const times = (await positions()).map(({ gnss_at }) => gnss_at - now);
    expect(times).toHaveLength(12_002);
    expect(times.slice(0, 4)).toEqual([-12_001_000, -12_000_000, -11_999_999, -11_999_000]);
  });

  it('is stored with every value', async () => {
    await begin();
    [vehicle] = (await vehicles(db, 1)) as [number];
    const full = report(vehicle, now - 5_000, {
      lng: -70.123456,
      lat: -33.654321,
      altitudeM: -12,
      speedKmh: 55.5,
      heading: 359,
      alarmBits: 0xffffffff,
      statusBits: 0x80000003,
      odometerKm: 123_456.7,
      recorderKmh: 54.5,
      fuelL: 33.5,
      ioBits: 3,
      signal: 31,
      satellites: 12,
      backfill: true,
      extra: Uint8Array.of(1, 0, 255),
    });
    await settle(ingest, [full]);
    expect(await db.first('select * from position where vehicle_id = $1', [vehicle])).toEqual({
      vehicle_id: vehicle,
      gnss_at: now - 5_000,
      received_at: full.receivedAt,
      lng: -70.123456,
      lat: -33.654321,
      altitude_m: -12,
      speed_kmh: 55.5,
      heading: 359,
      alarm_bits: 0xffffffff,
      status_bits: 0x80000003,
      odometer_km: 123_456.7,
      recorder_kmh: 54.5,
      fuel_l: 33.5,
      io_bits: 3,
      signal: 31,
      satellites: 12,
      backfill: true,
      quality: QUALITY.coordinates,
      extra: Buffer.from([1, 0, 255]),
    });
  });

  it('is stored in its day partition, which is created on demand; implausible times are stored separately', async () => {
    await begin();
    [vehicle] = (await vehicles(db, 1)) as [number];
    const odd = [null, Date.UTC(2009, 0, 1), now + 40 * DAY_MS];
    const days = [now - 390 * DAY_MS, now - 20 * DAY_MS];
    for (const at of [...odd, ...days]) expect(await settle(ingest, [report(vehicle, at as number)])).toBe('stored');
    expect(await settle(ingest, [report(vehicle, odd[1]!), report(vehicle, now), report(vehicle, null as never)])).toBe('stored');
    expect((await positions()).map(({ gnss_at }) => gnss_at)).toEqual([...days, now]);
    const kept = await db.query<{ gnss_at: number | null; quality: number }>(
      'select gnss_at, quality from position_odd where vehicle_id = $1 order by gnss_at nulls first',
      [vehicle],
    );
    expect(kept.map(({ gnss_at }) => gnss_at)).toEqual(odd);
    expect(kept.every(({ quality }) => (quality & QUALITY.time) !== 0)).toBe(true);
  });

  it('with an old time is shown as stale until a better one arrives', async () => {
    await begin();
    [vehicle] = (await vehicles(db, 1)) as [number];
    const seen = picture();
    await settle(ingest, [report(vehicle, Date.UTC(2009, 0, 1))]);
    expect(await seen).toMatchObject({ gnssAt: Date.UTC(2009, 0, 1), stale: true, online: true, lng: 116.397 });
    await settle(ingest, [report(vehicle, now)]);
    expect(await picture()).toMatchObject({ gnssAt: now, stale: false });
  });

  it('does not affect other reports: a row that the database refuses is isolated', async () => {
    await begin();
    const [good, bad] = (await vehicles(db, 2)) as [number, number];
    await db.run(`alter table position add constraint refused check (vehicle_id <> ${bad}) not valid`);
    const fates = Array.from({ length: 40 }, (_, i) => settle(ingest, [report(i === 17 ? bad : good, now - i * 1000)]));
    const mixed = settle(ingest, [report(good, now - 100_000), report(bad, now), report(good, now - 101_000)]);
    expect((await Promise.all(fates)).map((fate) => fate === 'stored')).toEqual(Array.from({ length: 40 }, (_, i) => i !== 17));
    expect(await mixed).toBe('refused');
    expect(await positions(good)).toHaveLength(41);
    await db.run('alter table position drop constraint refused');
  });

  it('with values that fit no column is stored with its quality', async () => {
    await begin();
    [vehicle] = (await vehicles(db, 1)) as [number];
    const mad = report(vehicle, now, { lng: Number.NaN, speedKmh: Number.POSITIVE_INFINITY, heading: 1e9, signal: -1e9 });
    expect(await settle(ingest, [mad, report(vehicle, now + 1000)])).toBe('stored');
    expect((await positions()).map(({ quality }) => quality)).toEqual([QUALITY.coordinates | QUALITY.speed | QUALITY.heading, 0]);
  });
});

describe('the latest state', () => {
  it('survives a stop, and is caught up from the positions after a kill', async () => {
    await begin();
    const [a, b] = (await vehicles(db, 2)) as [number, number];
    await settle(ingest, [report(a, now - 60_000, { speedKmh: 50 })]);
    await ingest.stop();
    expect(await db.first('select gnss_at, speed_kmh, status from vehicle_latest where vehicle_id = $1', [a])).toMatchObject({
      gnss_at: now - 60_000,
      speed_kmh: 50,
    });
    // as if killed right after these commits: no save followed
    const insert = `insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits,
      status_bits, backfill, quality) values ($1, $2, $2, 117, 40, 0, $3, 0, 0, 3, false, 0)`;
    await db.run(insert, [a, new Date(now - 30_000), 66]);
    await db.run(insert, [b, new Date(now - 20_000), 77]);
    await begin();
    const saved = () =>
      db.query('select vehicle_id, gnss_at, speed_kmh, status from vehicle_latest where vehicle_id = any($1) order by 1', [
        [a, b],
      ]);
    const [first, second] = await Promise.all([picture(a), picture(b)]);
    expect(first).toMatchObject({ gnssAt: now - 30_000, speedKmh: 66, lng: 117, online: false, status: 0 });
    expect(second).toMatchObject({ gnssAt: now - 20_000, speedKmh: 77, online: false });
    await ingest.stop();
    expect(await saved()).toEqual([
      { vehicle_id: a, gnss_at: now - 30_000, speed_kmh: 66, status: 0 },
      { vehicle_id: b, gnss_at: now - 20_000, speed_kmh: 77, status: 0 },
    ]);
    await begin();
  });

  it('follows the connection', async () => {
    await begin();
    [vehicle] = (await vehicles(db, 1)) as [number];
    await settle(ingest, [report(vehicle, now)]);
    expect(await picture()).toMatchObject({ online: true, status: 2 });
    const gone = picture();
    bus.publish('terminal.offline', { vehicleId: vehicle, at: Date.now() + 1, reason: 'idle' });
    expect(await gone).toMatchObject({ online: false, status: 0 });
  });

  it('is not changed by backfill', async () => {
    await begin();
    [vehicle] = (await vehicles(db, 1)) as [number];
    await settle(ingest, [report(vehicle, now)]);
    await picture();
    await settle(ingest, [report(vehicle, now - 10_000, { backfill: true, lng: 100 })]);
    await ingest.stop();
    expect(await db.first('select gnss_at, lng from vehicle_latest where vehicle_id = $1', [vehicle])).toEqual({
      gnss_at: now,
      lng: 116.397,
    });
    expect(await positions()).toHaveLength(2);
    await begin();
  });
});

describe('trips and stops', () => {
  it('are written when they end', async () => {
    await begin();
    [vehicle] = (await vehicles(db, 1)) as [number];
    const start = now - 7_200_000;
    const drive = Array.from({ length: 61 }, (_, i) =>
      report(vehicle, start + i * 10_000, { lng: 116 + i * 0.002, speedKmh: 60 }),
    );
    const stand = Array.from({ length: 61 }, (_, i) =>
      report(vehicle, start + 610_000 + i * 10_000, { lng: 116.12, speedKmh: 0, statusBits: 2 }),
    );
    const onward = Array.from({ length: 31 }, (_, i) =>
      report(vehicle, start + 1_220_000 + i * 10_000, { lng: 116.12 + i * 0.002, speedKmh: 60 }),
    );
    await settle(ingest, [...drive, ...stand, ...onward]);
    await ingest.stop();
    const trips = await db.query<{ distance_km: number }>('select distance_km from trip where vehicle_id = $1', [vehicle]);
    expect(trips).toHaveLength(1);
    expect(trips[0]!.distance_km).toBeGreaterThan(9);
    expect(await db.query('select acc_on_s from stop where vehicle_id = $1', [vehicle])).toHaveLength(1);
    await begin();
  });
});
