import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { privateTestDatabase } from '../../test/support/db/test-database.ts';
import { report, settle, startIngest, vehicles } from '../../test/support/ingest/location-reports.ts';
import { QUEUE_ROWS } from './limits.ts';

/** Nothing happens for so long. */
const AWAY_MS = 2_000;
const WAIT = { timeout: 20_000 };

it('during a database outage nothing is acknowledged and the queue is bounded; afterwards everything continues and acknowledged reports are stored', async () => {
  const { db, stopDatabase, startDatabase } = await privateTestDatabase();
  const { ingest } = await startIngest(db);
  const [vehicle] = (await vehicles(db, 1)) as [number];
  const start = Math.floor(Date.now() / 1000 - 3 * 3600) * 1000;
  let sent = 0;
  const settled = new Set<number>();
  // an edge: sends as fast as it is let, and pauses while ingest is full
  let going = true;
  const edge = (async () => {
    while (going) {
      for (let i = 0; i < 100 && !ingest.full; i++) {
        const at = start + sent++ * 500;
        void settle(ingest, [report(vehicle, at, { backfill: true })]).then(() => settled.add(at));
      }
      await sleep(1);
    }
  })();
  await expect.poll(() => settled.size, WAIT).toBeGreaterThan(0);
  await stopDatabase();
  await expect.poll(() => ingest.full, WAIT).toBe(true);
  const before = settled.size;
  await sleep(AWAY_MS);
  expect(settled.size).toBe(before);
  expect(ingest.full).toBe(true);
  expect(ingest.queued).toBeLessThan(QUEUE_ROWS + 200);
  const resumed = new Promise<void>((resolve) => ingest.onResume(resolve));
  await startDatabase();
  await resumed;
  going = false;
  await edge;
  await ingest.stop();
  expect(settled.size).toBe(sent);
  const rows = await db.query<{ gnss_at: number }>('select gnss_at from position where vehicle_id = $1', [vehicle]);
  const stored = new Set(rows.map(({ gnss_at }) => gnss_at));
  expect([...settled].filter((at) => !stored.has(at))).toEqual([]);
});
