import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { report, settle, startIngest, vehicles } from '../../test/support/ingest/location-reports.ts';
import { type Db, sql } from '../platform/db/database.ts';
import { createPartitions } from '../platform/db/partitions.ts';
import { CopyEncoder } from './copy-encoder.ts';
import { createCopyThread } from './copy-thread.ts';
import type { Ingest } from './ingest.ts';
import { COPY_THREAD_ROWS } from './limits.ts';

const RETENTION_DAYS = 400;
const now = Math.floor(Date.now() / 1000) * 1000;
/** Reports of consecutive seconds, as many as go through the thread. */
const many = (vehicleId: number, from: number) =>
  Array.from({ length: COPY_THREAD_ROWS }, (_, i) => report(vehicleId, from + i * 1000));

let db: Db;
beforeAll(async () => {
  ({ db } = await testDatabase());
  await createPartitions(db, RETENTION_DAYS).ensureAhead(now);
});

const count = async (vehicleId: number) =>
  (await db.first<{ n: number }>(sql`select count(*) as n from position where vehicle_id = ${vehicleId}`))!.n;
/** The connections that store positions. */
const writers = async () =>
  (
    await db.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and query like 'copy incoming%' order by pid`,
    )
  ).map(({ pid }) => pid);

describe('a large batch', () => {
  let ingest: Ingest;
  afterEach(() => ingest.stop());

  it('uses its own connection; if that is lost, a new connection stores the batch again', async () => {
    ({ ingest } = await startIngest(db));
    const [id] = (await vehicles(db, 1)) as [number];
    const start = now - 4 * COPY_THREAD_ROWS * 1000;
    await settle(ingest, [report(id, start - 1000)]);
    const small = await writers();
    expect(small).toHaveLength(1);
    await settle(ingest, many(id, start));
    const both = await writers();
    expect(both).toHaveLength(2);
    const large = both.find((pid) => !small.includes(pid))!;
    await db.query(sql`select pg_terminate_backend(${large})`);
    expect(await settle(ingest, many(id, start + COPY_THREAD_ROWS * 1000))).toBe('stored');
    await db.query(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'copy incoming%'`);
    expect(await settle(ingest, many(id, start + 2 * COPY_THREAD_ROWS * 1000))).toBe('stored');
    expect(await count(id)).toBe(3 * COPY_THREAD_ROWS + 1);
  });

  it('is stored although another server stored a position with the same time', async () => {
    ({ ingest } = await startIngest(db));
    const [id] = (await vehicles(db, 1)) as [number];
    const start = now - 8 * COPY_THREAD_ROWS * 1000;
    await settle(ingest, [report(id, start - 1000)]);
    await db.run(sql`insert into position select (jsonb_populate_record(p,
      jsonb_build_object('gnss_at', p.gnss_at + interval '5 seconds', 'lng', 1))).* from position p where vehicle_id = ${id}`);
    expect(await settle(ingest, many(id, start))).toBe('stored');
    expect(await count(id)).toBe(COPY_THREAD_ROWS + 2);
  });
});

describe('the copy thread', () => {
  const dataOf = (vehicleId: number, at: number): Buffer => {
    const encoder = new CopyEncoder();
    encoder.begin();
    encoder.add({ ...report(vehicleId, at), quality: 0 });
    return encoder.finish();
  };

  it('reports database errors with their code, and continues', async () => {
    const thread = createCopyThread(db.connection);
    const [id] = (await vehicles(db, 1)) as [number];
    await expect(thread.store(Buffer.from('not a row'))).rejects.toMatchObject({ code: '22P04' });
    const data = dataOf(id, now - 60_000);
    await thread.store(data);
    await expect(thread.store(data)).rejects.toMatchObject({ code: '23505' });
    await thread.store(dataOf(id, now - 30_000));
    expect(await count(id)).toBe(2);
    thread.close();
  });

  it('fails without a database, and after it is closed', async () => {
    const away = createCopyThread({ host: '/nowhere', user: 'nobody', database: 'none' });
    await expect(away.store(Buffer.from(''))).rejects.toMatchObject({ code: 'ENOENT' });
    away.close();
    const closed = createCopyThread(db.connection);
    const stored = closed.store(dataOf(1, now));
    closed.close();
    await expect(stored).rejects.toThrow('closed');
  });
});
