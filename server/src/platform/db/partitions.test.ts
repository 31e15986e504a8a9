import { DAY_MS } from '@fleetwarden/domain/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/db/test-database.ts';
import { at, type Db, sql } from './database.ts';
import { dayOf } from './day.ts';
import { createPartitions, partitionWindow } from './partitions.ts';

const NOW = Date.UTC(2026, 10, 21, 5, 56);
const TODAY = dayOf(NOW);

let db: Db;
beforeEach(async () => {
  ({ db } = await testDatabase());
});

async function names(): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select relid::text as name from pg_partition_tree('position') where isleaf and level = 1 order by 1`,
  );
  return rows.map(({ name }) => name);
}

function store(vehicleId: number, gnssAt: number): Promise<number> {
  return db.run(sql`insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits,
    status_bits, backfill, quality) values (${vehicleId}, ${at(gnssAt)}, ${at(NOW)}, 116.3, 39.9, 44, 60, 90, 0, 3, false, 0)
    on conflict do nothing`);
}

describe('day partitions', () => {
  it('reach from yesterday to three days ahead', async () => {
    await createPartitions(db, 400).ensureAhead(NOW);
    expect(await names()).toEqual([
      'position_20261120',
      'position_20261121',
      'position_20261122',
      'position_20261123',
      'position_20261124',
    ]);
  });

  it('contain complete UTC days, each position once', async () => {
    await createPartitions(db, 400).ensure([TODAY]);
    const first = TODAY * DAY_MS;
    expect(await store(1, first)).toBe(1);
    expect(await store(1, first)).toBe(0);
    expect(await store(1, first + DAY_MS - 1)).toBe(1);
    await expect(store(1, first - 1)).rejects.toThrow('no partition');
    await expect(store(1, first + DAY_MS)).rejects.toThrow('no partition');
  });

  it('are created once by nodes that need the same days at the same time', async () => {
    const nodes = Array.from({ length: 4 }, () => createPartitions(db, 400));
    const days = [TODAY - 300, TODAY - 2, TODAY - 1, TODAY];
    await Promise.all(nodes.map((node, index) => node.ensure(index % 2 ? days : days.toReversed())));
    expect(await names()).toHaveLength(4);
  });

  it('can be created while the stream writes and a long report reads', async () => {
    const partitions = createPartitions(db, 400);
    await partitions.ensure([TODAY]);
    await db.transaction(async (tx) => {
      await tx.query('select count(*) from position');
      await tx.run(
        sql`insert into position select 2, ${at(NOW)}, now(), 0, 0, 0, 0, 0, 0, 0, null, null, null, null, null, null, false, 0, null`,
      );
      await partitions.ensure([TODAY + 1]);
    });
    expect(await names()).toHaveLength(2);
  });

  it('query the database once for known days', async () => {
    const partitions = createPartitions(db, 400);
    await partitions.ensure([TODAY]);
    await db.close();
    await partitions.ensure([TODAY, TODAY]);
    await expect(partitions.ensure([TODAY + 1])).rejects.toThrow();
  });

  it('are dropped when completely past retention, and can be created again', async () => {
    const partitions = createPartitions(db, 183);
    await partitions.ensure([TODAY - 185, TODAY - 184, TODAY - 183, TODAY]);
    expect(await partitions.dropExpired(NOW)).toEqual(['position_20260520', 'position_20260521']);
    expect(await names()).toEqual(['position_20260522', 'position_20261121']);
    await partitions.ensure([TODAY - 184]);
    expect(await names()).toHaveLength(3);
  });

  it('are retained for at least the six months required by law', () => {
    expect(() => createPartitions(db, 182)).toThrow("below the law's 183");
    expect(() => createPartitions(db, Number.NaN)).toThrow("below the law's 183");
  });
});

describe('the window of device times', () => {
  it('reaches from the first retained day to the end of tomorrow', () => {
    expect(partitionWindow(NOW, 400)).toEqual({ fromAt: Date.UTC(2025, 9, 17), untilAt: Date.UTC(2026, 10, 23) });
  });
});
