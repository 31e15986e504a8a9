import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/db/test-database.ts';
import { sql } from '../../../platform/db/database.ts';
import { RESULT_CACHE_MS } from '../model/limits.ts';
import type { ResultCache } from '../model/query-context.ts';
import type { Relation } from '../model/relation.ts';
import { createResultCache } from './result-cache.ts';
import { loadPage } from './sql-builder.ts';

let test: TestDatabase;
let kept: ResultCache;
let now: number;

beforeAll(async () => {
  test = await testDatabase();
  await test.db.run('create table fact (n integer)');
});
afterAll(() => test.db.run('drop table fact'));
beforeEach(async () => {
  await test.db.run('truncate fact');
  await test.db.run('insert into fact values (1), (2), (3)');
  now = Date.UTC(2026, 4, 1);
  kept = createResultCache({ db: test.db, now: () => now });
});

/** A statement with a high cost estimate. */
const above = (least: number) =>
  sql`select f.n from fact f where f.n > ${least} and exists (select from generate_series(1, 1000000) g order by g desc offset 1)`;
const found = async (least: number) => {
  const rows = await kept.loadTable(above(least));
  return rows && (await test.db.query<{ n: number }>(sql`select n from ${rows.table} order by n`)).map(({ n }) => n);
};
const tables = async () =>
  (
    await test.db.query<{ tablename: string }>(`select tablename from pg_tables where starts_with(tablename, 'report_rows_')`)
  ).map(({ tablename }) => tablename);

describe('cached rows of expensive queries', () => {
  it('are computed once for equal requests, and show their time', async () => {
    const asked = now;
    const [first, second] = await Promise.all([kept.loadTable(above(1)), kept.loadTable(above(1))]);
    expect([second?.table, second?.at]).toEqual([first?.table, first?.at]);
    await test.db.run('insert into fact values (4)');
    now += RESULT_CACHE_MS - 1;
    expect((await kept.loadTable(above(1)))?.at).toBe(asked);
    expect(await found(1)).toEqual([2, 3]);
  });

  it('differ for different values', async () => {
    expect([await found(1), await found(2), await found(1)]).toEqual([[2, 3], [3], [2, 3]]);
  });

  it('are computed again after the TTL', async () => {
    expect(await found(1)).toEqual([2, 3]);
    await test.db.run('insert into fact values (4)');
    now += RESULT_CACHE_MS;
    expect(await found(1)).toEqual([2, 3, 4]);
  });

  it('are computed again after a timer has dropped their table, though the test clock stands still', async () => {
    kept = createResultCache({ db: test.db, now: () => now, ttlMs: 1_500 });
    const before = await tables();
    expect(await found(1)).toEqual([2, 3]);
    const [own] = (await tables()).filter((table) => !before.includes(table));
    expect(own).toBeDefined();
    await test.db.run('insert into fact values (4)');
    await vi.waitFor(async () => expect(await tables()).not.toContain(own));
    expect(await found(1)).toEqual([2, 3, 4]);
  });

  it('are estimated by EXPLAIN once per TTL if the query is cheap', async () => {
    const ttlMs = 1_000;
    kept = createResultCache({ db: test.db, now: () => now, ttlMs });
    const explained = vi.spyOn(test.db, 'query');
    const few = sql`select n from fact`;
    expect([await kept.loadTable(few), await kept.loadTable(few)]).toEqual([null, null]);
    expect(explained).toHaveBeenCalledTimes(1);
    await vi.waitFor(async () => {
      expect(await kept.loadTable(few)).toBeNull();
      expect(explained).toHaveBeenCalledTimes(2);
    });
    explained.mockRestore();
  });

  it('are not cached if the query fails', async () => {
    const broken = sql`select 1 / (n - 1) as part from (${above(0)}) f`;
    await expect(kept.loadTable(broken)).rejects.toThrow('division by zero');
    await test.db.run('delete from fact');
    expect(await kept.loadTable(broken)).not.toBeNull();
  });

  it.each(['drop table', 'truncate'])('are computed again if the database has lost them (%s)', async (lose) => {
    const others = await tables();
    expect(await found(1)).toEqual([2, 3]);
    // timers drop those of earlier tests meanwhile
    const [own] = (await tables()).filter((table) => !others.includes(table));
    await test.db.run(`${lose} ${own}`);
    expect(await Promise.all([found(1), found(1)])).toEqual([
      [2, 3],
      [2, 3],
    ]);
  });

  it('are deleted later if the process that created them has ended', async () => {
    const hour = HOUR_MS;
    await found(1);
    const [old] = await tables();
    now += hour;
    const later = createResultCache({ db: test.db, now: () => now });
    await later.loadTable(above(1));
    expect(await tables()).not.toContain(old);
    expect((await tables()).length).toBeGreaterThan(0);
  });
});

it.each([
  [true, [1, 2, 3]],
  [undefined, [1, 2, 3, 4]],
] as const)('caches plain rows of an expensive search (%s), and no other plain rows', async (isSearched, second) => {
  const relation: Relation = {
    from: sql`(${above(0)}) f`,
    where: [],
    columns: { n: sql`f.n` },
    ids: {},
    tie: [],
    ...(isSearched ? { isSearched } : {}),
  };
  const numbers = async () => {
    const { rows, at } = await loadPage(test.db, relation, { order: ['n', 'asc'], limit: 9, offset: 0, cache: kept });
    expect(at).toBe(isSearched ? now : null);
    return rows.map(({ cells }) => cells['n']);
  };
  expect(await numbers()).toEqual([1, 2, 3]);
  await test.db.run('insert into fact values (4)');
  expect(await numbers()).toEqual(second);
});

it('caches search results whatever their estimated cost, up to the row limit', async () => {
  const many = sql`select f.n from fact f, generate_series(1, 1000000) g where g % 500000 = f.n - 1`;
  kept = createResultCache({ db: test.db, now: () => now, maxRows: 6 });
  expect(await kept.loadTable(many)).toBeNull();
  const before = await tables();
  const found = await kept.loadTable(many, { isSearch: true });
  const rows = await found?.query<{ n: number }>(sql`select n from ${found.table} order by n`);
  expect(rows?.map(({ n }) => n)).toEqual([1, 1, 2, 2, 3, 3]);
  await test.db.run('insert into fact values (2)');
  now += RESULT_CACHE_MS;
  expect(await kept.loadTable(many, { isSearch: true })).toBeNull();
  expect(await tables()).toHaveLength(before.length + 1);
});

it('does not cache results of cheap queries', async () => {
  expect(await kept.loadTable(sql`select n from fact`)).toBeNull();
});

describe('an expensive answer', () => {
  const answer = async (least: number) => (await kept.loadAnswers(above(least)))?.query<{ n: number }>(above(least));
  const numbers = async (least: number) => (await answer(least))?.map(({ n }) => n).toSorted();

  it('is computed once, and shows its time', async () => {
    const asked = now;
    expect(await numbers(1)).toEqual([2, 3]);
    await test.db.run('insert into fact values (4)');
    now += RESULT_CACHE_MS - 1;
    expect((await kept.loadAnswers(above(1)))?.at).toBe(asked);
    expect([await numbers(1), await numbers(2)]).toEqual([
      [2, 3],
      [3, 4],
    ]);
    now++;
    expect(await numbers(1)).toEqual([2, 3, 4]);
  });

  it('is cached without a table, and cheap ones are not cached', async () => {
    const before = (await tables()).length;
    await answer(1);
    expect(await tables()).toHaveLength(before);
    expect(await kept.loadAnswers(sql`select count(*) from fact`)).toBeNull();
  });
});
