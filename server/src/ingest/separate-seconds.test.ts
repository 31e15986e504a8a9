import type { LocationReported } from '@fleetwarden/domain/location';
import { QUALITY } from '@fleetwarden/domain/quality';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { report, settle, startIngest, vehicles } from '../../test/support/ingest/location-reports.ts';
import { type Db, sql } from '../platform/db/database.ts';
import type { Ingest } from './ingest.ts';
import { separateSeconds } from './separate-seconds.ts';

const now = Math.floor(Date.now() / 1000) * 1000 - 60_000;
const EMERGENCY = 1;

let db: Db;
let ingest: Ingest;
const begin = async () => {
  ({ ingest } = await startIngest(db));
};
beforeAll(async () => {
  ({ db } = await testDatabase());
});
afterEach(() => ingest.stop());

const timesOf = async (vehicleId: number) =>
  (await db.query<{ gnss_at: number }>(sql`select gnss_at from position where vehicle_id = ${vehicleId} order by gnss_at`)).map(
    ({ gnss_at }) => gnss_at - now,
  );
const alarmsOf = (vehicleId: number) =>
  db.query<{ type_id: number; late: boolean }>(sql`
    select type_id, late from alarm where vehicle_id = ${vehicleId} order by start_at`);

describe('two different reports of one second', () => {
  it('are both stored, and the alarm of the second one notifies users', async () => {
    await begin();
    const [id] = (await vehicles(db, 1)) as [number];
    await settle(ingest, [report(id, now)]);
    await settle(ingest, [report(id, now, { alarmBits: EMERGENCY })]);
    expect(await timesOf(id)).toEqual([0, 1]);
    await vi.waitFor(async () => expect(await alarmsOf(id)).toEqual([{ type_id: 0, late: false }]));
  });

  it('are both stored in one message, in one batch, and after a restart', async () => {
    await begin();
    const [a, b] = (await vehicles(db, 2)) as [number, number];
    await Promise.all([
      settle(ingest, [report(a, now), report(a, now, { speedKmh: 41 })]),
      settle(ingest, [report(b, now)]),
      settle(ingest, [report(b, now, { extra: Uint8Array.of(1) }), report(b, now, { extra: Uint8Array.of(2) })]),
    ]);
    await ingest.stop();
    await begin();
    await settle(ingest, [report(a, now, { speedKmh: 42.3, fuelL: 0.1 }), report(b, now, { extra: Uint8Array.of(1) })]);
    expect([await timesOf(a), await timesOf(b)]).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
    await settle(ingest, [report(a, now, { speedKmh: 42.3, fuelL: 0.1 })]);
    expect(await timesOf(a)).toEqual([0, 1, 2]);
  });

  it('are both stored if one comes from a backfill', async () => {
    await begin();
    const [id] = (await vehicles(db, 1)) as [number];
    await settle(ingest, [report(id, now, { backfill: true })]);
    await settle(ingest, [report(id, now, { lng: 117 })]);
    await settle(ingest, [report(id, now - 5_000, { backfill: true }), report(id, now, { backfill: true })]);
    expect(await timesOf(id)).toEqual([-5_000, 0, 1]);
  });

  it('add no kilometres and end no trip', async () => {
    await begin();
    const [id] = (await vehicles(db, 1)) as [number];
    for (const lng of [116.397, 116.4, 116.398]) await settle(ingest, [report(id, now, { lng })]);
    await ingest.stop();
    expect(await db.first(sql`select day_km from vehicle_latest where vehicle_id = ${id}`)).toEqual({ day_km: 0 });
    await begin();
  });

  it('are also stored without a plausible time; identical ones once', async () => {
    await begin();
    const [id] = (await vehicles(db, 1)) as [number];
    const dead = Date.UTC(2000, 0, 1);
    for (const at of [dead, null as never]) {
      await settle(ingest, [report(id, at), report(id, at, { lng: 117 })]);
      await settle(ingest, [report(id, at), report(id, at, { alarmBits: EMERGENCY })]);
    }
    const rows = await db.query(sql`select gnss_at from position_odd where vehicle_id = ${id} order by gnss_at`);
    expect(rows.map((row) => row['gnss_at'])).toEqual([dead, dead, dead, null, null, null]);
  });
});

describe('repeated reports of a terminal', () => {
  const reports = fc.array(
    fc.record({
      second: fc.nat({ max: 4 }),
      speedKmh: fc.constantFrom(0, 40, 55.5),
      alarmBits: fc.constantFrom(0, EMERGENCY, 2),
      backfill: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  );

  it('each different report is stored once, and no live alarm is missed', async () => {
    await begin();
    await fc.assert(
      fc.asyncProperty(fc.array(reports, { minLength: 1, maxLength: 5 }), fc.boolean(), async (messages, together) => {
        const [id] = (await vehicles(db, 1)) as [number];
        const sent = messages.map((message) =>
          message.map(({ second, ...more }): LocationReported => report(id, now + second * 1000, more)),
        );
        if (together) await Promise.all(sent.map((message) => settle(ingest, message)));
        else for (const message of sent) await settle(ingest, message);
        const key = (at: number, speedKmh: number, alarmBits: number) => `${Math.floor(at / 1000)} ${speedKmh} ${alarmBits}`;
        const stored = await db.query<{ gnss_at: number; speed_kmh: number; alarm_bits: number }>(
          sql`select gnss_at, speed_kmh, alarm_bits from position where vehicle_id = ${id}`,
        );
        const expected = new Set(sent.flat().map((one) => key(one.deviceAt!, one.speedKmh, one.alarmBits)));
        expect(stored.map((row) => key(row.gnss_at, row.speed_kmh, row.alarm_bits)).toSorted()).toEqual([...expected].toSorted());
        const first = new Map(
          sent
            .flat()
            .map((one) => [key(one.deviceAt!, one.speedKmh, one.alarmBits), one] as const)
            .toReversed(),
        );
        const isLive = [...first.values()].some(({ alarmBits, backfill }) => alarmBits === EMERGENCY && !backfill);
        if (isLive) await vi.waitFor(async () => expect(await alarmsOf(id)).toContainEqual({ type_id: 0, late: false }));
      }),
      { numRuns: 30 },
    );
  });
});

it('reports of a stopped clock fill one second, and further ones are marked with an invalid time', () => {
  const list = Array.from({ length: 1002 }, (_, i) => ({ ...report(7, now, { lng: 100 + i / 1e4 }), quality: 0 }));
  const indexes = list.map((_, i) => i);
  const { full, repeated } = separateSeconds(list, indexes, new Set(indexes), []);
  expect([[...full], repeated.size]).toEqual([[1000, 1001], 0]);
  expect([list[999]!.deviceAt, list[999]!.quality, list[1001]!.quality]).toEqual([now + 999, 0, QUALITY.time]);
});
