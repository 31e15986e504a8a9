import { SHAPE } from '@fleetwarden/domain/area-geometry';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { rulesOf } from '../../test/support/engine/rules.ts';
import { report, settle, startIngest, vehicles } from '../../test/support/ingest/location-reports.ts';
import type { RiskArea } from '../engine/rules/risks.ts';
import { type Db, sql } from '../platform/db/database.ts';

let db: Db;
beforeAll(async () => {
  ({ db } = await testDatabase());
});

const circle: RiskArea = {
  id: 9,
  departmentId: 1,
  from: 0,
  to: null,
  ground: { shape: SHAPE.circle, lng: 116.397, lat: 39.909, radius: 100 },
};
/** Ten seconds from it. */
const AWAY = { lat: 39.911 };

describe('a vehicle in a risk area', () => {
  it('gives one event regardless of server restarts', async () => {
    const [id] = (await vehicles(db, 1)) as [number];
    const judged = rulesOf({ risks: [circle], vehicle: { id } }).rulesOf!(id)!;
    const from = Date.now() - 600 * SECOND_MS;
    const drive = (...places: readonly (readonly [s: number, place?: { lat: number }])[]) =>
      places.map(([s, place]) => report(id, from + s * SECOND_MS, { speedKmh: 20, ...place }));
    const parts = [drive([0, AWAY], [10]), drive([20]), drive([30]), drive([40], [50, AWAY]), drive([60, AWAY], [70, AWAY])];
    for (const part of parts) {
      const { ingest } = await startIngest(db, undefined, { rulesOf: () => judged });
      await settle(ingest, part);
      await ingest.stop();
    }
    const rows = await db.query(sql`
      select type_id, source, start_at, end_at, brief, late from alarm where vehicle_id = ${id} order by start_at`);
    expect(rows).toEqual([
      {
        type_id: 59,
        source: 9,
        start_at: from + 10 * SECOND_MS,
        end_at: from + 50 * SECOND_MS,
        brief: false,
        late: false,
      },
    ]);
  });

  it('is not stored if only one point is inside', async () => {
    const [id] = (await vehicles(db, 1)) as [number];
    const judged = rulesOf({ risks: [circle], vehicle: { id } }).rulesOf!(id)!;
    const from = Date.now() - 600 * SECOND_MS;
    const { ingest } = await startIngest(db, undefined, { rulesOf: () => judged });
    await settle(ingest, [report(id, from, AWAY), report(id, from + 10 * SECOND_MS), report(id, from + 20 * SECOND_MS, AWAY)]);
    await ingest.stop();
    expect(await db.query(sql`select from alarm where vehicle_id = ${id}`)).toEqual([]);
  });
});
