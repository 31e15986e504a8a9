import { beforeAll, describe, expect, it } from 'vitest';
import { copyColumns } from './copy-out.ts';
import { type TestDatabase, testDatabase } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

describe('reading columns by COPY', () => {
  it('gives each type as numbers, and nothing as NaN', async () => {
    const { rows, ...columns } = await copyColumns(
      database.db,
      `select -7::int2 as a, 70000 as b, 4294967296::int8 * -3 as c, 0.5::float4 as d, 113.123456::float8 as e,
              timestamptz '2026-11-21 08:00:00.25+00' as f, null::int4 as g`,
      { a: 'int2', b: 'int4', c: 'int8', d: 'float4', e: 'float8', f: 'timestamptz', g: 'int4' },
    );
    expect(rows).toBe(1);
    expect(Object.values(columns).map((column) => column[0])).toEqual([
      -7,
      70_000,
      -12_884_901_888,
      0.5,
      113.123456,
      Date.UTC(2026, 10, 21, 8, 0, 0, 250),
      Number.NaN,
    ]);
  });

  it('gives nothing of nothing', async () => {
    const { rows, n } = await copyColumns(database.db, 'select 1 as n where false', { n: 'int4' });
    expect([rows, n.length]).toEqual([0, 0]);
  });

  it('puts rows together wherever the stream was cut', async () => {
    const { rows, n, half } = await copyColumns(
      database.db,
      'select n, case when n % 3 <> 0 then n * 0.5::float8 end as half from generate_series(1, 100000) n',
      { n: 'int4', half: 'float8' },
    );
    expect(rows).toBe(100_000);
    expect(n.every((value, i) => value === i + 1)).toBe(true);
    expect(half.every((value, i) => ((i + 1) % 3 === 0 ? Number.isNaN(value) : value === (i + 1) / 2))).toBe(true);
  });

  it('refuses a type that is not the column’s, and the pool goes on', async () => {
    await expect(copyColumns(database.db, 'select 1::int8 as n', { n: 'int4' })).rejects.toThrow('has 8 bytes');
    await expect(copyColumns(database.db, 'select nothing', { n: 'int4' })).rejects.toThrow('nothing');
    expect(await database.db.first('select 1 as one')).toEqual({ one: 1 });
  });
});
