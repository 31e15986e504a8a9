import type { AlarmItem } from '@fleetwarden/domain/alarm-item';
import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import { HOUR_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import type { LocationReported } from '@fleetwarden/domain/location';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { report, settle, startIngest, vehicles } from '../../test/support/ingest/location-reports.ts';
import type { Db } from '../platform/db/database.ts';
import { sql } from '../platform/db/database.ts';
import type { Ingest } from './ingest.ts';

const OVERSPEED = 1 << 1;
const EMERGENCY = 1;

let db: Db;
const running = new Set<Ingest>();
beforeAll(async () => {
  ({ db } = await testDatabase());
});
afterEach(async () => {
  for (const ingest of running) await ingest.stop();
  running.clear();
});

const fatigue: AlarmItem = { typeId: 77, level: 3, alarmNo: 5, value: 8, limit: null, info: { wheels: [] } };

async function started() {
  const { ingest, bus } = await startIngest(db, (extra) => (extra[0] === 0x65 ? [fatigue] : []));
  running.add(ingest);
  const news: AlarmNews[] = [];
  bus.subscribe('alarms.changed', (told) => void news.push(...told));
  return { ingest, bus, news };
}

async function stopped(ingest: Ingest) {
  running.delete(ingest);
  await ingest.stop();
}

type Stored = { type_id: number; start_at: number; end_at: number | null; times: number; brief: boolean; late: boolean };
const alarmsOf = (vehicleId: number) =>
  db.query<Stored & { gid: string }>(sql`
    select gid, type_id, start_at, end_at, times, brief, late from alarm where vehicle_id = ${vehicleId} order by start_at, type_id`);
const casesOf = (vehicleId: number) =>
  db.query<{ gid: string; state: number; due_at: number | null }>(sql`
    select gid, state, due_at from alarm_case where vehicle_id = ${vehicleId} order by start_at, type_id`);

/** Reports of seconds after `from`, with the bits of each. */
const drive = (vehicleId: number, from: number, bits: readonly (readonly [s: number, alarmBits: number])[]): LocationReported[] =>
  bits.map(([s, alarmBits]) => report(vehicleId, from + s * SECOND_MS, { alarmBits }));

describe('alarm bits with an additional item', () => {
  it('store the geofence that the item names', async () => {
    const area = { shape: 1, no: 7, left: false } as const;
    const detail: AlarmItem = { typeId: 20, level: 1, alarmNo: 0, value: null, limit: null, info: { area }, ofBit: true };
    const { ingest } = await startIngest(db, () => [detail]);
    running.add(ingest);
    const [id] = (await vehicles(db, 1)) as [number];
    const at = Date.now() - 60 * SECOND_MS;
    const extra = new Uint8Array([18]);
    await settle(ingest, [
      report(id, at, { alarmBits: 0, extra }),
      report(id, at + 10 * SECOND_MS, { alarmBits: (1 << 20) | OVERSPEED, extra }),
    ]);
    await stopped(ingest);
    expect(await db.query(sql`select type_id, source, info from alarm where vehicle_id = ${id} order by type_id`)).toEqual([
      { type_id: 1, source: 0, info: null },
      { type_id: 20, source: 0, info: { area } },
    ]);
  });
});

describe('alarms reported by other modules', () => {
  it('have the last position of the vehicle, and repeated reports give one alarm', async () => {
    const { ingest, bus, news } = await started();
    const [id] = (await vehicles(db, 1)) as [number];
    const at = Date.now() - 60 * SECOND_MS;
    await settle(ingest, drive(id, at, [[0, 0]]));
    const said = { vehicleId: id, typeId: 144, source: 5, at, text: '前方积水' };
    bus.publish('alarm.reported', said);
    bus.publish('alarm.reported', { ...said, source: 6, at: at + HOUR_MS });
    await vi.waitFor(() => expect(news).toHaveLength(2));
    expect(news).toMatchObject([
      {
        typeId: 144,
        source: 5,
        level: 2,
        raised: true,
        startAt: at,
        endAt: at,
        lng: 116.397,
        lat: 39.909,
        times: 1,
        info: { text: '前方积水' },
      },
      // never in the future
      { source: 6, startAt: expect.toSatisfy((startAt: number) => startAt <= Date.now()) },
    ]);
    expect(await casesOf(id)).toMatchObject([{ state: 0 }, { state: 0 }]);
    bus.publish('alarm.reported', said);
    await vi.waitFor(() => expect(news).toHaveLength(3));
    expect(news[2]).toMatchObject({ gid: news[0]!.gid, raised: false });
    expect(await alarmsOf(id)).toHaveLength(2);
  });
});

describe('alarms from location reports', () => {
  it('are stored with a case, and are published after that', async () => {
    const { ingest, news } = await started();
    const [id] = (await vehicles(db, 1)) as [number];
    const from = Date.now() - 60 * SECOND_MS;
    await settle(
      ingest,
      drive(id, from, [
        [0, 0],
        [10, OVERSPEED],
        [20, OVERSPEED | EMERGENCY],
      ]),
    );
    await vi.waitFor(() => expect(news).toHaveLength(2));
    expect(news).toMatchObject([
      { vehicleId: id, typeId: 1, level: 2, raised: true, startAt: from + 10 * SECOND_MS, endAt: null, times: 1 },
      { vehicleId: id, typeId: 0, level: 3, raised: true, startAt: from + 20 * SECOND_MS, endAt: null },
    ]);
    expect(news[1]!.seq).toBeGreaterThan(news[0]!.seq);
    expect(await casesOf(id)).toMatchObject([
      { gid: news[0]!.gid, state: 0 },
      { gid: news[1]!.gid, state: 0 },
    ]);
    await settle(ingest, drive(id, from, [[35, 0]]));
    await vi.waitFor(() => expect(news).toHaveLength(4));
    expect(news.slice(2)).toMatchObject([
      { typeId: 1, raised: false, endAt: from + 20 * SECOND_MS },
      { typeId: 0, raised: false, endAt: from + 20 * SECOND_MS },
    ]);
  });

  it('of additional items have their own source numbers', async () => {
    const { ingest, news } = await started();
    const [id] = (await vehicles(db, 1)) as [number];
    const at = Date.now() - 20 * SECOND_MS;
    const extra = Uint8Array.of(0x65, 0);
    await settle(ingest, [report(id, at, { extra })]);
    await vi.waitFor(() => expect(news).toHaveLength(1));
    expect(news[0]).toMatchObject({ typeId: 77, source: 5, level: 3, value: 8, info: { wheels: [] } });
    // in force, and serious
    const statusOf = () => db.query(sql`select status from vehicle_latest where vehicle_id = ${id}`);
    await vi.waitFor(async () => expect(await statusOf()).toEqual([{ status: 5 }]), 10_000);
    await settle(ingest, [report(id, at + 12 * SECOND_MS)]);
    await vi.waitFor(async () => expect(await statusOf()).toEqual([{ status: 2 }]), 10_000);
  });

  it('are due within the time of their level after their start, regardless of delays and repeats', async () => {
    const itemsOf = ([level]: Uint8Array) => [{ ...fatigue, level: level as 2 | 3 }];
    const { ingest } = await startIngest(db, itemsOf, { dueMs: (_, level) => (level === 3 ? 600_000 : 1_800_000) });
    running.add(ingest);
    const [id] = (await vehicles(db, 1)) as [number];
    const at = Date.now() - 120 * SECOND_MS;
    const dueOf = async () => (await casesOf(id)).map(({ due_at }) => due_at);
    await settle(ingest, [report(id, at, { extra: Uint8Array.of(2) })]);
    await vi.waitFor(async () => expect(await dueOf()).toEqual([at + 1_800_000]));
    await settle(ingest, [report(id, at + 5 * SECOND_MS, { extra: Uint8Array.of(3) }), report(id, at + 30 * SECOND_MS)]);
    await vi.waitFor(async () => expect(await dueOf()).toEqual([at + 600_000]));
  });

  it('with a rising level keep the highest level, also in the case, and are published as new once', async () => {
    const { ingest, bus } = await startIngest(db, ([level]) => [{ ...fatigue, level: level as 2 | 3 }]);
    running.add(ingest);
    const raised: boolean[] = [];
    bus.subscribe('alarms.changed', (told) => void raised.push(...told.map((each) => each.raised)));
    const [id] = (await vehicles(db, 1)) as [number];
    const at = Date.now() - 60 * SECOND_MS;
    await settle(ingest, [report(id, at, { extra: Uint8Array.of(2) })]);
    await vi.waitFor(() => expect(raised).toEqual([true]));
    await settle(ingest, [report(id, at + 5 * SECOND_MS, { extra: Uint8Array.of(3) }), report(id, at + 30 * SECOND_MS)]);
    await vi.waitFor(() => expect(raised).toEqual([true, false]));
    expect(
      await db.query(
        sql`select a.level, c.level as case_level from alarm a join alarm_case c using (gid) where a.vehicle_id = ${id}`,
      ),
    ).toEqual([{ level: 3, case_level: 3 }]);
  });

  it('are neither lost nor duplicated by a restart in the middle', async () => {
    const first = await started();
    const [id] = (await vehicles(db, 1)) as [number];
    const from = Date.now() - 120 * SECOND_MS;
    await settle(
      first.ingest,
      drive(id, from, [
        [0, OVERSPEED],
        [10, OVERSPEED],
      ]),
    );
    await vi.waitFor(() => expect(first.news).toHaveLength(1));
    await stopped(first.ingest);
    const second = await started();
    expect(await alarmsOf(id)).toMatchObject([{ type_id: 1, start_at: from, end_at: null }]);
    await settle(
      second.ingest,
      drive(id, from, [
        [20, OVERSPEED],
        [40, 0],
      ]),
    );
    await vi.waitFor(() => expect(second.news).toHaveLength(1));
    expect(await alarmsOf(id)).toMatchObject([{ type_id: 1, start_at: from, end_at: from + 20 * SECOND_MS, times: 1 }]);
    expect(await casesOf(id)).toHaveLength(1);
  });

  it('are created at the next start if only their positions were committed', async () => {
    const first = await started();
    const [id] = (await vehicles(db, 1)) as [number];
    const from = Date.now() - 120 * SECOND_MS;
    await settle(first.ingest, drive(id, from, [[0, 0]]));
    await stopped(first.ingest);
    const second = await started();
    await settle(
      second.ingest,
      drive(id, from, [
        [10, OVERSPEED],
        [20, 0],
        [40, OVERSPEED],
      ]),
    );
    await vi.waitFor(async () => expect(await alarmsOf(id)).toHaveLength(1));
    await stopped(second.ingest);
    // as a kill leaves it: nothing of it was stored, and the states are those of before
    const [kept] = await alarmsOf(id);
    await db.run(sql`delete from alarm where vehicle_id = ${id}`);
    await db.run(sql`update vehicle_latest set gnss_at = to_timestamp(${from / 1000}), received_at = to_timestamp(${from / 1000}),
      engine = jsonb_set(engine - 'alarms', '{newestAt}', to_jsonb(${from}::float8)) where vehicle_id = ${id}`);
    const third = await started();
    await vi.waitFor(async () => expect(await alarmsOf(id)).toEqual([kept]));
    expect(third.news.every(({ gid }) => gid === kept!.gid)).toBe(true);
  });

  it('of late positions notify no users, and extend known alarms', async () => {
    const { ingest, news } = await started();
    const [id] = (await vehicles(db, 1)) as [number];
    const from = Date.now() - 2 * HOUR_MS;
    await settle(
      ingest,
      drive(id, from, [
        [0, OVERSPEED],
        [3_600, 0],
      ]),
    );
    await vi.waitFor(() => expect(news.filter(({ endAt }) => endAt !== null)).toHaveLength(1));
    const told = news.length;
    const backfill = (s: number, alarmBits: number) => report(id, from + s * SECOND_MS, { alarmBits, backfill: true });
    await settle(ingest, [
      backfill(30, OVERSPEED),
      backfill(90, OVERSPEED),
      backfill(120, 0),
      backfill(600, EMERGENCY),
      backfill(640, 0),
    ]);
    await vi.waitFor(async () => expect(await alarmsOf(id)).toHaveLength(2));
    await vi.waitFor(async () =>
      expect(await alarmsOf(id)).toMatchObject([
        { type_id: 1, start_at: from, end_at: from + 90 * SECOND_MS, late: false },
        { type_id: 0, start_at: from + 600 * SECOND_MS, end_at: from + 600 * SECOND_MS, late: true },
      ]),
    );
    expect(news).toHaveLength(told);
    // and once more, as a terminal does that was not answered
    await settle(ingest, [backfill(600, EMERGENCY), backfill(640, 0)]);
    await settle(ingest, [backfill(900, 0)]);
    expect(await alarmsOf(id)).toHaveLength(2);
    expect(await casesOf(id)).toHaveLength(2);
  });

  it('that continued into an outage end with late positions, although the terminal reported the end first', async () => {
    const { ingest, news } = await started();
    const [id] = (await vehicles(db, 1)) as [number];
    const from = Date.now() - 2 * HOUR_MS;
    const backfill = (s: number, alarmBits: number) => report(id, from + s * SECOND_MS, { alarmBits, backfill: true });
    await settle(ingest, drive(id, from, [[0, OVERSPEED]]));
    // back after an outage, too early for an end
    await settle(ingest, drive(id, from, [[8, 0]]));
    await vi.waitFor(() => expect(news).toHaveLength(1));
    await settle(ingest, [{ ...backfill(2, OVERSPEED), speedKmh: 99 }, backfill(4, OVERSPEED)]);
    const ofKmh = () => db.query(sql`select end_at from alarm where vehicle_id = ${id} and max_kmh = 99`);
    await expect.poll(ofKmh).toEqual([{ end_at: null }]);
    await settle(ingest, drive(id, from, [[20, 0]]));
    await vi.waitFor(() => expect(news.filter(({ endAt }) => endAt !== null)).toHaveLength(1));
    await settle(ingest, [backfill(15, 0)]);
    await vi.waitFor(async () =>
      expect(await alarmsOf(id)).toMatchObject([{ start_at: from, end_at: from + 4 * SECOND_MS, late: false }]),
    );
  });

  it('notify users if they are up to 90 s older than the newest report; older ones do not', async () => {
    const { ingest, news } = await started();
    const [id] = (await vehicles(db, 1)) as [number];
    const at = Date.now() - HOUR_MS;
    await settle(ingest, drive(id, at, [[0, 0]]));
    await settle(ingest, drive(id, at, [[-1, EMERGENCY]]));
    await settle(ingest, [report(id, at - 90 * SECOND_MS, { extra: Uint8Array.of(0x65) })]);
    await settle(ingest, drive(id, at, [[-91, OVERSPEED]]));
    await settle(ingest, drive(id, at, [[-60, 0]]));
    await settle(
      ingest,
      drive(id, at, [
        [10, 0],
        [20, 0],
        [30, 0],
      ]),
    );
    await vi.waitFor(() => expect(news.filter(({ endAt }) => endAt !== null)).toHaveLength(2));
    expect(news.filter(({ raised }) => raised).map(({ typeId, startAt }) => [typeId, startAt - at])).toEqual([
      [0, -SECOND_MS],
      [77, -90 * SECOND_MS],
    ]);
    await stopped(ingest);
    expect(await alarmsOf(id)).toMatchObject([
      { type_id: 1, late: true },
      { type_id: 77, late: false },
      { type_id: 0, late: false, end_at: at - SECOND_MS },
    ]);
  });

  it('that fill a gap extend the alarm after it, even if the terminal pauses repeatedly', async () => {
    const { ingest } = await started();
    const [id] = (await vehicles(db, 1)) as [number];
    const from = Date.now() - 2 * HOUR_MS;
    await settle(
      ingest,
      drive(id, from, [
        [0, 0],
        [600, OVERSPEED],
        [3_600, 0],
      ]),
    );
    await vi.waitFor(async () => expect(await alarmsOf(id)).toHaveLength(1));
    for (let s = 100; s < 600; s += 50) {
      await settle(ingest, [report(id, from + s * SECOND_MS, { alarmBits: OVERSPEED, backfill: true })]);
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
    await settle(ingest, [report(id, from + 620 * SECOND_MS, { backfill: true })]);
    await vi.waitFor(async () =>
      expect(await alarmsOf(id)).toMatchObject([
        { start_at: from + 100 * SECOND_MS, end_at: from + 600 * SECOND_MS, late: false },
      ]),
    );
    expect(await casesOf(id)).toHaveLength(1);
  });

  it('wait while they cannot be stored', async () => {
    const { ingest, news } = await started();
    const [id] = (await vehicles(db, 1)) as [number];
    await db.run('alter table alarm rename to alarm_away');
    try {
      await settle(ingest, drive(id, Date.now() - 60 * SECOND_MS, [[0, OVERSPEED]]));
      expect(news).toEqual([]);
    } finally {
      await db.run('alter table alarm_away rename to alarm');
    }
    await vi.waitFor(() => expect(news).toHaveLength(1), 5_000);
    expect(await alarmsOf(id)).toHaveLength(1);
  });

  it('without an engine state end at the next start', async () => {
    const [id] = (await vehicles(db, 1)) as [number];
    const first = await started();
    const from = Date.now() - 60 * SECOND_MS;
    await settle(first.ingest, drive(id, from, [[0, OVERSPEED]]));
    await vi.waitFor(() => expect(first.news).toHaveLength(1));
    await stopped(first.ingest);
    await db.run(sql`update vehicle_latest set engine = '{}' where vehicle_id = ${id}`);
    await started();
    expect(await alarmsOf(id)).toMatchObject([{ end_at: from }]);
  });
});
