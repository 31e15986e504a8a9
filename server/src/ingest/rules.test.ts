import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { rulesOf, scheme } from '../../test/support/engine/rules.ts';
import { report, settle, startIngest, vehicles } from '../../test/support/ingest/location-reports.ts';
import { type Db, sql } from '../platform/db/database.ts';

let db: Db;
beforeAll(async () => {
  ({ db } = await testDatabase());
});

const MINUTE = 60 * SECOND_MS;
const alarmsOf = (vehicleId: number) =>
  db.query(sql`
    select type_id, source, value, limit_value as "limit", start_at, last_at, late from alarm
    where vehicle_id = ${vehicleId} order by start_at, type_id`);
const rules = (kmh: number) =>
  rulesOf({
    schemes: [
      scheme(
        '130102',
        { rows: [{ start: '00:00', end: '00:00', roadGrade: 0, vehicleClass: 0, limit: kmh }], nightFactor: 100 },
        { id: 33 },
      ),
      scheme('130112', { dayMax: 30, nightMax: 30, preMinutes: 0 }, { id: 34 }),
    ],
  }).rulesOf!(7)!;

describe('rules of the platform', () => {
  it('raise alarms from stored reports, and continue after a restart', async () => {
    const [id] = (await vehicles(db, 1)) as [number];
    const from = Date.now() - 60 * MINUTE;
    const drive = (fromS: number, untilS: number) =>
      Array.from({ length: (untilS - fromS) / 30 }, (_, i) => report(id, from + (fromS + i * 30) * SECOND_MS, { speedKmh: 85 }));
    const judged = rules(80);
    const first = await startIngest(db, undefined, { rulesOf: () => judged });
    await settle(first.ingest, drive(0, 1200));
    await first.ingest.stop();
    const second = await startIngest(db, undefined, { rulesOf: () => judged });
    await settle(second.ingest, [...drive(1200, 2400), report(id, from + 2400 * SECOND_MS)]);
    await second.ingest.stop();
    expect(await alarmsOf(id)).toMatchObject([
      { type_id: 100, source: 33, value: 85, limit: 80, start_at: from, last_at: from + 2370 * SECOND_MS, late: false },
      { type_id: 104, source: 34, limit: 30, start_at: from + 1800 * SECOND_MS, late: false },
    ]);
  });

  it('evaluate late reports separately', async () => {
    const [id] = (await vehicles(db, 1)) as [number];
    const judged = rules(80);
    const { ingest } = await startIngest(db, undefined, { rulesOf: () => judged });
    const from = Date.now() - 120 * MINUTE;
    await settle(ingest, [report(id, Date.now() - MINUTE, { speedKmh: 60 })]);
    const late = Array.from({ length: 10 }, (_, i) => report(id, from + i * 10 * SECOND_MS, { speedKmh: 90, backfill: true }));
    await settle(ingest, [...late, report(id, from + 120 * SECOND_MS, { speedKmh: 60, backfill: true })]);
    await ingest.stop();
    expect(await alarmsOf(id)).toMatchObject([{ type_id: 100, start_at: from, last_at: from + 90 * SECOND_MS, late: true }]);
  });

  it('notify no users before the minimum count of a kind within a period', async () => {
    const [id] = (await vehicles(db, 1)) as [number];
    const calling = { popup: true, sound: false, minTimes: 2, windowMs: 10 * MINUTE };
    const { ingest, bus } = await startIngest(db, undefined, {
      findNotificationPolicy: ({ typeId }) => (typeId === 1 ? calling : undefined),
    });
    const told: AlarmNews[] = [];
    bus.subscribe('alarms.changed', (news) => void told.push(...news));
    const from = Date.now() - 20 * MINUTE;
    const overspeed = (s: number) => report(id, from + s * SECOND_MS, { alarmBits: s % 200 === 0 ? 2 : 0 });
    await settle(ingest, [0, 10, 100, 200, 210, 300].map(overspeed));
    await settle(ingest, [report(id, from + 310 * SECOND_MS, { alarmBits: 1 })]);
    await ingest.stop();
    const raised = told.filter((news) => news.raised);
    expect(raised.map(({ typeId, popup, sound }) => [typeId, popup, sound])).toEqual([
      [1, false, false],
      [1, undefined, false],
      [0, undefined, undefined],
    ]);
  });
});
