import { beforeAll, describe, expect, it } from 'vitest';
import { type Columns, copyColumns, copyRows, literal, orderColumns } from './copy-out.ts';
import { type TestDatabase, testDatabase } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

describe('reading columns by COPY', () => {
  it('gives each type as numbers, and nothing as NaN', async () => {
    const { rows, ...columns } = await copyColumns(
      database.db,
      [
        `select array[-7::int2], array[70000], array[4294967296::int8 * -3], array[0.5::float4], array[113.123456::float8],
              array[timestamptz '2026-11-21 08:00:00.25+00'], array[null::int4]`,
      ],
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
    for (const query of ['select array_agg(1) where false', 'select array[]::int4[]', 'select array[1] where false']) {
      const { rows, n } = await copyColumns(database.db, [query], { n: 'int4' });
      expect([rows, n.length]).toEqual([0, 0]);
    }
  });

  it('joins what its rows bring, wherever the stream was cut', async () => {
    const { rows, n, half } = await copyColumns(
      database.db,
      [
        `select array_agg(n order by n), array_agg(case when n % 3 <> 0 then n * 0.5::float8 end order by n)
       from generate_series(1, 100000) n group by n / 7000 order by n / 7000`,
      ],
      { n: 'int4', half: 'float8' },
    );
    expect(rows).toBe(100_000);
    expect(n.every((value, i) => value === i + 1)).toBe(true);
    expect(half.every((value, i) => ((i + 1) % 3 === 0 ? Number.isNaN(value) : value === (i + 1) / 2))).toBe(true);
  });

  it('joins what its queries bring, in their order', async () => {
    const queries = ['select array[3, 4] from pg_sleep(0.05)', 'select array[1]', 'select array[]::int4[]'];
    const { rows, n } = await copyColumns(database.db, queries, { n: 'int4' });
    expect([rows, ...n]).toEqual([3, 3, 4, 1]);
  });

  it('reads no further once there are more than were asked for, and the pool goes on', async () => {
    // the whole of it would be 400 GB
    const query = 'select array_fill(n, array[1000]) from (select generate_series(1, 100000000)) s (n)';
    const { rows } = await copyColumns(database.db, [query], { n: 'int4' }, 5_000);
    expect(rows).toBeGreaterThan(5_000);
    expect(await database.db.first('select 1 as one')).toEqual({ one: 1 });
  });

  it('refuses a type that is not the column’s, and columns of unlike length, and the pool goes on', async () => {
    await expect(copyColumns(database.db, ['select array[1::int8]'], { n: 'int4' })).rejects.toThrow('no array of int4');
    await expect(copyColumns(database.db, ['select array[[1]]'], { n: 'int4' })).rejects.toThrow('no array of int4');
    await expect(copyColumns(database.db, ['select array[1], array[1, 2]'], { a: 'int4', b: 'int4' })).rejects.toThrow(
      'has 2 values, not 1',
    );
    await expect(copyColumns(database.db, ['select nothing'], { n: 'int4' })).rejects.toThrow('nothing');
    expect(await database.db.first('select 1 as one')).toEqual({ one: 1 });
  });
});

describe('reading rows of columns by COPY', () => {
  const query = 'select array_agg(n order by n) from generate_series(1, 9000) n group by n / 3001 order by n / 3001';

  it('gives each row as it comes', async () => {
    const firsts: number[] = [];
    for await (const { rows, n } of copyRows(database.db, query, { n: 'int4' }, {})) firsts.push(rows, n[0]!);
    expect(firsts).toEqual([3_000, 1, 3_001, 3_001, 2_999, 6_002]);
  });

  it('reads under settings of its own, which nobody after it has', async () => {
    const memory = "select array[pg_size_bytes(current_setting('work_mem'))]";
    const read = async (settings: Readonly<Record<string, string>>) => {
      let bytes = 0;
      for await (const { n } of copyRows(database.db, memory, { n: 'int8' }, settings)) bytes = n[0]!;
      return bytes;
    };
    expect(await read({ work_mem: '7MB' })).toBe(7 * 1024 * 1024);
    expect(await read({})).not.toBe(7 * 1024 * 1024);
    const slow = copyRows(database.db, 'select array[1] from pg_sleep(60)', { n: 'int4' }, { statement_timeout: '50' });
    await expect(slow.next()).rejects.toMatchObject({ code: '57014' });
    expect(await database.db.first('select 1 as one')).toEqual({ one: 1 });
  });

  it('may be left before it is over, and the pool goes on', async () => {
    for await (const { n } of copyRows(database.db, query, { n: 'int4' }, {})) {
      expect(n[0]).toBe(1);
      break;
    }
    expect(await database.db.first('select 1 as one')).toEqual({ one: 1 });
  });

  it('leaves no timer behind that would keep the process', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const times = 20;
    await copyColumns(database.db, [query], { n: 'int4' });
    const before = timers();
    for (let i = 0; i < times; i++) await copyColumns(database.db, [query], { n: 'int4' });
    expect(timers() - before).toBeLessThan(times);
  });
});

describe('what is written into a COPY', () => {
  it('is a number or an instant', () => {
    expect([literal.whole(-3), literal.number(1e-7), literal.instant(0)]).toEqual([
      '-3',
      "float8 '1e-7'",
      "timestamptz '1970-01-01T00:00:00.000Z'",
    ]);
    for (const no of ['1; drop table position', 0.5, Number.NaN]) expect(() => literal.whole(no as number)).toThrow(RangeError);
    for (const no of ["1'", Number.POSITIVE_INFINITY]) expect(() => literal.number(no as number)).toThrow(RangeError);
    for (const no of ['now', Number.NaN]) expect(() => literal.instant(no as number)).toThrow(RangeError);
  });
});

describe('columns', () => {
  const part = (...n: number[]): Columns<'n' | 'twice'> => ({
    rows: n.length,
    n: Float64Array.from(n),
    twice: Float64Array.from(n, (each) => each * 2),
  });

  it('are put in the order of one of them, and left alone where they are in order', () => {
    expect(orderColumns(part(2, 3, 1), 'n')).toEqual(part(1, 2, 3));
    const ordered = part(1, 2, 3);
    expect(orderColumns(ordered, 'n')).toBe(ordered);
  });
});
