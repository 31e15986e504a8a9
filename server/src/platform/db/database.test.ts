import { beforeAll, describe, expect, it } from 'vitest';
import { type PrivateTestDatabase, privateTestDatabase } from '../../../test/support/db/test-database.ts';
import { afterCommit, at, json, name, openDatabase, sql } from './database.ts';

let test: PrivateTestDatabase;
beforeAll(async () => {
  test = await privateTestDatabase();
  await test.db.run('create table note (id bigint primary key, at timestamptz, tags text[], body jsonb)');
});

describe('statements', () => {
  it('separate values from the text, and can be nested', async () => {
    const filter = sql`id = any(${[1, 2]})`;
    const row = await test.db.first(sql`select ${"it's"}::text as text, count(*) from ${name('note')} where ${filter}`);
    expect(row).toEqual({ text: "it's", count: 0 });
  });

  it('return the number of written rows, and read values as the core expects them', async () => {
    const moment = Date.UTC(2026, 10, 21, 5, 56, 34, 123);
    const written = await test.db.run(
      sql`insert into note values (${1}, ${at(moment)}, ${['a', 'b']}, ${json([1, { x: 2 }])}), (${2}, ${at(null)}, ${null}, ${null})`,
    );
    expect(written).toBe(2);
    expect(await test.db.query('select * from note where id <= $1 order by id', [2])).toEqual([
      { id: 1, at: moment, tags: ['a', 'b'], body: [1, { x: 2 }] },
      { id: 2, at: null, tags: null, body: null },
    ]);
  });

  it('are planned once per connection, if they are prepared', async () => {
    const add = { name: 'add', text: 'select $1::integer + $2::integer as sum' };
    await test.db.transaction(async (tx) => {
      for (let one = 1; one <= 7; one++) expect(await tx.first(add, [one, 2])).toEqual({ sum: one + 2 });
      // PostgreSQL plans the first five with their values
      expect(await tx.first(`select custom_plans, generic_plans from pg_prepared_statements where name = 'add'`)).toEqual({
        custom_plans: 5,
        generic_plans: 2,
      });
    });
  });
});

describe('types', () => {
  const value = async (expression: string) => (await test.db.first<{ v: unknown }>(`select ${expression} as v`))?.v;

  it.each([
    [`'2026-11-21 05:56:34.5+08'::timestamptz`, Date.UTC(2026, 10, 20, 21, 56, 34, 500)],
    [`'1969-12-31 23:59:59Z'::timestamptz`, -1000],
    [`'infinity'::timestamptz`, Number.POSITIVE_INFINITY],
    [`array['1970-01-01 00:00:01Z'::timestamptz, null]`, [1000, null]],
    ['9007199254740991::bigint', Number.MAX_SAFE_INTEGER],
    ['array[1::bigint, 2]', [1, 2]],
    ['sum(x) from (values (1::bigint), (2)) t(x)', 3],
    ['1.5::numeric', 1.5],
    [`'2026-02-01'::date`, '2026-02-01'],
  ])('%s', async (expression, expected) => {
    const text = expression.includes(' from ') ? expression.replace(' from', ' as v from') : expression;
    if (text === expression) expect(await value(expression)).toEqual(expected);
    else expect((await test.db.first<{ v: unknown }>(`select ${text}`))?.v).toEqual(expected);
  });

  it('refuse a bigint that a number cannot hold', async () => {
    await expect(value('9007199254740993::bigint')).rejects.toThrow('bigint 9007199254740993 is too large');
    expect(await value('1')).toBe(1);
  });

  it('use UTC as the session time zone', async () => {
    expect(await value(`current_setting('TimeZone')`)).toBe('UTC');
  });
});

describe('transactions', () => {
  it('commit when the work resolves and leave nothing when it throws', async () => {
    await test.db.transaction((tx) => tx.run('insert into note (id) values (10)'));
    const failing = test.db.transaction(async (tx) => {
      await tx.run('insert into note (id) values (11)');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await test.db.query('select id from note where id in (10, 11)')).toEqual([{ id: 10 }]);
  });

  it('run callbacks after their commit, and not without a commit', async () => {
    const seen: number[] = [];
    const look = (id: number) => test.db.query('select id from note where id = $1', [id]).then((rows) => seen.push(rows.length));
    const insert = (id: number, fails: boolean) =>
      test.db.transaction(async (tx) => {
        await tx.run('insert into note (id) values ($1)', [id]);
        afterCommit(tx, () => void look(id));
        if (fails) throw new Error('changed my mind');
      });
    await insert(12, false);
    await expect.poll(() => seen).toEqual([1]);
    await expect(insert(13, true)).rejects.toThrow('changed my mind');
    afterCommit(test.db, () => void look(13));
    await expect.poll(() => seen).toEqual([1, 0]);
  });

  it('release their connection, however many fail', async () => {
    const failures = Array.from({ length: 60 }, () => test.db.transaction((tx) => tx.query('select no_such_column')));
    const outcomes = await Promise.allSettled(failures);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await test.db.ready()).toBe(true);
  });
});

describe('limits', () => {
  it('abort a statement that runs too long', async () => {
    const [{ host, user, database }] = (await test.db.query<{ host: string; user: string; database: string }>(
      `select current_setting('unix_socket_directories') as host, current_user as user, current_database() as database`,
    )) as [{ host: string; user: string; database: string }];
    const hasty = openDatabase({ connection: { host, user, database }, statementLimitMs: 50 });
    await expect(hasty.query('select pg_sleep(60)')).rejects.toThrow('statement timeout');
    await hasty.close();
  });
});

describe('closing', () => {
  it('ends long-running statements and transactions', async () => {
    const patient = openDatabase({ connection: test.db.connection, statementLimitMs: 0 });
    const outcomes = Promise.allSettled([
      patient.query('select pg_sleep(600)'),
      patient.transaction((tx) => tx.query('select pg_sleep(600)')),
    ]);
    await expect
      .poll(() => test.db.first(sql`select count(*) as n from pg_stat_activity where query = 'select pg_sleep(600)'`))
      .toEqual({ n: 2 });
    await patient.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(patient.query('select')).rejects.toThrow();
  });

  it('lets short statements finish', async () => {
    const patient = openDatabase({ connection: test.db.connection });
    const waiting = patient.query('select pg_sleep(0.3)');
    await patient.close();
    expect(await waiting).toHaveLength(1);
  });
});

describe('a database that becomes unavailable', () => {
  it('fails running queries, and works again as soon as it is back', async () => {
    const waiting = test.db.query('select pg_sleep(60)');
    const inside = test.db.transaction(async (tx) => {
      await tx.run('insert into note (id) values (20)');
      await test.stopDatabase();
      await tx.run('insert into note (id) values (21)');
    });
    await expect(waiting).rejects.toThrow();
    await expect(inside).rejects.toThrow();
    expect(await test.db.ready()).toBe(false);
    await expect(test.db.query('select 1')).rejects.toThrow();

    await test.startDatabase();
    expect(await test.db.ready()).toBe(true);
    expect(await test.db.query('select id from note where id >= 20')).toEqual([]);
  });

  it('survives kill -9 with a connection checked out', async () => {
    const lent = await test.db.connect();
    const broken = new Promise((resolve) => lent.once('end', resolve));
    test.killDatabase();
    await broken;
    lent.release(true);
    await expect.poll(() => test.db.ready(), { timeout: 20_000 }).toBe(true);
  });
});
