import { beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/db/test-database.ts';
import { type Columns, copyColumns, copyRows, literal, orderColumns, packed, type ReadColumns } from './copy-out.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

const N = { n: ['int4', 'n'] } as const satisfies ReadColumns<string>;
/** The numbers of a list, as one row. */
const some = (...numbers: number[]) => `select ${packed(N)} from unnest(array[${numbers.join(', ')}]::integer[]) n`;

describe('reading columns by COPY', () => {
  it('returns each type as numbers, and a null float as NaN', async () => {
    const all = {
      a: ['int2', '-7::int2'],
      b: ['int4', '70000'],
      c: ['int8', '4294967296::int8 * -3'],
      d: ['float4', '0.5::float4'],
      e: ['float8', '113.123456::float8'],
      f: ['timestamptz', "timestamptz '2026-11-21 08:00:00.25+00'"],
      g: ['float4', 'null::float4'],
      h: ['float8', 'null::float8'],
    } as const satisfies ReadColumns<string>;
    const { rows, ...columns } = await copyColumns(database.db, [`select ${packed(all)}`], all);
    expect(rows).toBe(1);
    expect(Object.values(columns).map((column) => column[0])).toEqual([
      -7,
      70_000,
      -12_884_901_888,
      0.5,
      113.123456,
      Date.UTC(2026, 10, 21, 8, 0, 0, 250),
      Number.NaN,
      Number.NaN,
    ]);
  });

  it('returns no rows for an empty result', async () => {
    for (const query of [some(), `${some(1)} group by n having n > 1`]) {
      const { rows, n } = await copyColumns(database.db, [query], N);
      expect([rows, n.length]).toEqual([0, 0]);
    }
  });

  it('joins its rows, wherever the stream was split', async () => {
    const columns = { ...N, half: ['float8', 'case when n % 3 <> 0 then n * 0.5::float8 end'] } as const;
    const query = `select ${packed(columns, 'n')} from generate_series(1, 100000) n group by n / 7000 order by n / 7000`;
    const { rows, n, half } = await copyColumns(database.db, [query], columns);
    expect(rows).toBe(100_000);
    expect(n.every((value, i) => value === i + 1)).toBe(true);
    expect(half.every((value, i) => ((i + 1) % 3 === 0 ? Number.isNaN(value) : value === (i + 1) / 2))).toBe(true);
  });

  it('joins the results of its queries, in their order', async () => {
    const queries = [`select s.* from pg_sleep(0.05) cross join lateral (${some(3, 4)}) s`, some(1), some()];
    const { rows, n } = await copyColumns(database.db, queries, N);
    expect([rows, ...n]).toEqual([3, 3, 4, 1]);
  });

  it('stops reading after the row limit, and the pool still works', async () => {
    // the whole of it would be 400 GB
    const query = `select s.* from (select generate_series(1, 100000000)) r (n) cross join lateral (${some(...Array(1_000).keys())}) s`;
    const { rows } = await copyColumns(database.db, [query], N, 5_000);
    expect(rows).toBeGreaterThan(5_000);
    expect(await database.db.first('select 1 as one')).toEqual({ one: 1 });
  });

  it('refuses a wrong column type, and columns of different length, and the pool still works', async () => {
    const read = (columns: ReadColumns<string>, query: string) => copyColumns(database.db, [query], columns);
    await expect(read({ n: ['int8', 'n'] }, some(1))).rejects.toThrow('not made of int8');
    const text: ReadColumns<string> = { n: ['int4', "'a'::text"] };
    await expect(read(text, `select ${packed(text)}`)).rejects.toThrow('int4send');
    const one: ReadColumns<string> = { a: ['int4', 'n'], b: ['int4', 'nullif(n, 1)'] };
    await expect(read(one, `select ${packed(one)} from generate_series(1, 2) n`)).rejects.toThrow('has 1 values, not 2');
    await expect(read(N, 'select nothing')).rejects.toThrow('nothing');
    expect(await database.db.first('select 1 as one')).toEqual({ one: 1 });
  });
});

describe('reading rows of columns by COPY', () => {
  const query = `select ${packed(N, 'n')} from generate_series(1, 9000) n group by n / 3001 order by n / 3001`;

  it('returns each row as it arrives', async () => {
    const firsts: number[] = [];
    for await (const { rows, n } of copyRows(database.db, query, N, {})) firsts.push(rows, n[0]!);
    expect(firsts).toEqual([3_000, 1, 3_001, 3_001, 2_999, 6_002]);
  });

  it('uses its own settings, without an effect on later queries', async () => {
    const memory = { n: ['int8', "pg_size_bytes(current_setting('work_mem'))"] } as const satisfies ReadColumns<string>;
    const read = async (settings: Readonly<Record<string, string>>) => {
      let bytes = 0;
      for await (const { n } of copyRows(database.db, `select ${packed(memory)}`, memory, settings)) bytes = n[0]!;
      return bytes;
    };
    expect(await read({ work_mem: '7MB' })).toBe(7 * 1024 * 1024);
    expect(await read({})).not.toBe(7 * 1024 * 1024);
    const slow = copyRows(database.db, `select ${packed(N)} from pg_sleep(60) cross join generate_series(1, 1) n`, N, {
      statement_timeout: '50',
    });
    await expect(slow.next()).rejects.toMatchObject({ code: '57014' });
    expect(await database.db.first('select 1 as one')).toEqual({ one: 1 });
  });

  it('can be stopped early, and the pool still works', async () => {
    for await (const { n } of copyRows(database.db, query, N, {})) {
      expect(n[0]).toBe(1);
      break;
    }
    expect(await database.db.first('select 1 as one')).toEqual({ one: 1 });
  });

  it('leaves no timer that would keep the process alive', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const times = 20;
    await copyColumns(database.db, [query], N);
    const before = timers();
    for (let i = 0; i < times; i++) await copyColumns(database.db, [query], N);
    expect(timers() - before).toBeLessThan(times);
  });
});

describe('a value written into a COPY', () => {
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

  it('are sorted by one of them, and not copied if already sorted', () => {
    expect(orderColumns(part(2, 3, 1), 'n')).toEqual(part(1, 2, 3));
    const ordered = part(1, 2, 3);
    expect(orderColumns(ordered, 'n')).toBe(ordered);
  });
});
