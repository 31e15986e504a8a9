import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/db/test-database.ts';
import { type Db, sql } from '../../../platform/db/database.ts';
import { CHUNK_ROWS } from '../model/limits.ts';
import type { Relation } from '../model/relation.ts';
import { beginSnapshotRead, readChunks, streamRows } from './stream-rows.ts';

let db: Db;
beforeAll(async () => {
  ({ db } = await testDatabase());
  await db.run('create table counted (n integer not null)');
  await db.run('insert into counted select generate_series(1, 12000)');
});

const ROWS: Relation = { from: sql`counted t`, columns: { carTotal: sql`t.n` }, tie: [sql`t.n`] };
const how = (more: { readonly limit?: number; readonly signal?: AbortSignal } = {}) => ({
  columns: ['carTotal'],
  sums: { carTotal: 'sum' } as const,
  order: ['carTotal', 'asc'] as const,
  limit: 1_000_000,
  signal: new AbortController().signal,
  ...more,
});
const busy = async () =>
  (
    await db.query<{ n: number }>(
      `select count(*)::integer as n from pg_stat_activity where datname = current_database() and query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`,
    )
  )[0]!.n;

describe('all rows of a report', () => {
  it('arrive in order, in chunks of some thousand, each row once, with sums and row count', async () => {
    const seen: number[] = [];
    const sizes: number[] = [];
    const found = await streamRows(db, ROWS, how(), async ({ rows, total, sums }) => {
      for await (const chunk of rows) {
        sizes.push(chunk.length);
        for (const [carTotal] of chunk) seen.push(carTotal as number);
      }
      return { total, sums };
    });
    expect(found).toEqual({ total: 12_000, sums: { carTotal: (12_000 * 12_001) / 2 } });
    expect(seen).toEqual(Array.from({ length: 12_000 }, (_, at) => at + 1));
    expect(Math.max(...sizes)).toBe(CHUNK_ROWS);
  });

  it('are those of one snapshot, whatever is written meanwhile', async () => {
    const count = await streamRows(db, ROWS, how(), async ({ rows }) => {
      await db.run('insert into counted values (99999)');
      let all = 0;
      for await (const chunk of rows) all += chunk.length;
      return all;
    });
    await db.run('delete from counted where n = 99999');
    expect(count).toBe(12_000);
  });

  it('stop when they are cancelled, and do not return the broken connection to the pool', async () => {
    const stop = new AbortController();
    const reading = streamRows(db, ROWS, how({ signal: stop.signal }), async ({ rows }) => {
      for await (const chunk of rows) if (chunk.length > 0) stop.abort(new Error('cancelled'));
    });
    await expect(reading).rejects.toThrow('cancelled');
    expect(await streamRows(db, ROWS, how({ limit: 3 }), async ({ total }) => total)).toBe(12_000);
  });

  it('stop if cancelled before the first chunk arrives', async () => {
    const client = await db.connect();
    await beginSnapshotRead(client);
    const stop = new AbortController();
    const rows = readChunks(client, { text: 'select n from counted, pg_sleep(0.2)', values: [] }, stop.signal);
    stop.abort(new Error('cancelled'));
    await expect(rows.next()).rejects.toThrow('cancelled');
    const ended = new Promise((resolve) => client.once('end', resolve));
    // the first fetch is still under way; an unhandled rejection of it would end the server
    client.release(true);
    await ended;
    await setImmediate();
    expect(await db.query('select n from counted limit 1')).toHaveLength(1);
  });

  it('stop a running query', async () => {
    const slow: Relation = { ...ROWS, from: sql`counted t cross join lateral (select pg_sleep(0.1) where t.n > 0) s` };
    const stop = new AbortController();
    const reading = streamRows(db, slow, how({ signal: stop.signal }), async () => undefined);
    reading.catch(() => undefined);
    await expect.poll(busy, { timeout: 20_000, interval: 20 }).toBe(1);
    stop.abort(new Error('cancelled'));
    await expect(reading).rejects.toThrow();
    await expect.poll(busy, { timeout: 20_000, interval: 20 }).toBe(0);
  });
});
