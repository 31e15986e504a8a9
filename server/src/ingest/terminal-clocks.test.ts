import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { report, settle, startIngest, vehicles } from '../../test/support/ingest/location-reports.ts';
import { devices } from '../modules/fleet/devices.ts';
import type { ServerBus } from '../platform/bus/server-events.ts';
import { type Db, sql } from '../platform/db/database.ts';
import type { Ingest } from './ingest.ts';

let db: Db;
let ingest: Ingest;
let bus: ServerBus;
const begin = async () => {
  ({ ingest, bus } = await startIngest(db));
};
beforeAll(async () => {
  ({ db } = await testDatabase());
});
afterEach(() => ingest.stop());

const arrival = Math.floor(Date.now() / 1000) * 1000 - DAY_MS;
/** A report every ten seconds, of a clock that is ahead. */
const drive = (vehicleId: number, aheadMs: number, from: number, until: number) =>
  Array.from({ length: (until - from) / 10 }, (_, n) => {
    const at = arrival + (from + n * 10) * 1000;
    return report(vehicleId, at + aheadMs, { receivedAt: at, lng: 116 + (from + n * 10) * 0.0001 });
  });
const clockOf = (vehicleId: number) =>
  db.first(sql`select offset_s, correction_s from vehicle_clock where vehicle_id = ${vehicleId}`);
const lastOf = (vehicleId: number) =>
  db.first(sql`select gnss_at as at from position where vehicle_id = ${vehicleId} order by received_at desc limit 1`);

describe('the clock of a terminal', () => {
  it('that is 90 s fast is learned, corrected and remembered: mileage and track are correct', async () => {
    await begin();
    const [id] = (await vehicles(db, 1)) as [number];
    await settle(ingest, drive(id, 90_000, 0, 300));
    await ingest.stop();
    expect(await clockOf(id)).toEqual({ offset_s: -90, correction_s: -90 });
    await begin();
    await settle(ingest, drive(id, 90_000, 300, 600));
    await ingest.stop();
    const rows = await db.query<{ ahead: number; quality: number }>(sql`
      select extract(epoch from gnss_at - received_at)::float8 as ahead, quality from position
      where vehicle_id = ${id} and received_at >= to_timestamp(${(arrival + 300_000) / 1000}) order by gnss_at`);
    expect(rows).toHaveLength(30);
    expect(rows.every(({ ahead, quality }) => ahead === 0 && quality === 0)).toBe(true);
    const latest = await db.first<{ stale: boolean; km: number }>(sql`
      select l.stale, (select sum(d.gnss_km) from vehicle_day d where d.vehicle_id = l.vehicle_id) as km
      from vehicle_latest l where l.vehicle_id = ${id}`);
    expect(latest?.stale).toBe(false);
    expect(latest?.km).toBeGreaterThan(2);
    await begin();
  });

  it('in UTC is shown with a suggested time zone, and is correct after the zone is set', async () => {
    await begin();
    const [id] = (await vehicles(db, 1)) as [number];
    await db.run(sql`insert into terminal (phone, vehicle_id) values ('13900000077', ${id})`);
    await settle(ingest, drive(id, -8 * HOUR_MS, 0, 300));
    await ingest.stop();
    expect(await clockOf(id)).toEqual({ offset_s: 8 * 3600, correction_s: 0 });
    await begin();
    await db.run(sql`update terminal set utc_offset_h = 0 where vehicle_id = ${id}`);
    bus.publish('fleet.changed', { vehicleIds: [id] });
    await vi.waitFor(async () => {
      const at = Date.now();
      await settle(ingest, [report(id, at - 8 * HOUR_MS, { receivedAt: at })]);
      const newest = await db.first<{ gnss_at: number }>(
        sql`select max(gnss_at) as gnss_at from position where vehicle_id = ${id}`,
      );
      expect(newest!.gnss_at).toBe(at);
    }, 5_000);
  });

  it('that was learned in another time zone is neither used after a restart nor suggested', async () => {
    await begin();
    const [id] = (await vehicles(db, 1)) as [number];
    await db.run(sql`insert into terminal (phone, vehicle_id) values ('13900000078', ${id})`);
    await settle(ingest, drive(id, HOUR_MS, 0, 300));
    await ingest.stop();
    expect(await clockOf(id)).toEqual({ offset_s: -3600, correction_s: -3600 });
    const suggestion = () =>
      db.first(sql`select suggested_utc_offset::float8 as h from (${devices}) d where phone = '13900000078'`);
    expect(await suggestion()).toEqual({ h: 9 });
    await db.run(sql`update terminal set utc_offset_h = 9 where vehicle_id = ${id}`);
    expect(await suggestion()).toEqual({ h: null });
    await begin();
    const at = arrival + 600_000;
    await settle(ingest, [report(id, at + HOUR_MS, { receivedAt: at })]);
    expect(await lastOf(id)).toEqual({ at });
    expect(ingest.correctTime(id, at + HOUR_MS)).toBe(at);
  });

  it('is not learned from positions forwarded by a platform, which stay unchanged', async () => {
    const [id] = (await vehicles(db, 1)) as [number];
    await db.run(sql`insert into terminal (phone, vehicle_id, utc_offset_h) values ('13900000079', ${id}, 0)`);
    await begin();
    const { promise, resolve } = Promise.withResolvers<void>();
    ingest.accept(drive(id, 90_000, 0, 300), { stored: resolve, refused: resolve }, 'platform');
    await promise;
    expect(await lastOf(id)).toEqual({ at: arrival + 290_000 + 90_000 });
    await ingest.stop();
    expect(await clockOf(id)).toBeUndefined();
    await begin();
  });
});
