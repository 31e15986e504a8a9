import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/db/test-database.ts';
import { sql } from '../../../platform/db/database.ts';
import { compile } from '../../../platform/db/sql.ts';
import type { Relation } from '../model/relation.ts';
import { buildExportStatements } from '../query/sql-builder.ts';
import { type RowStream, streamRows } from '../query/stream-rows.ts';
import { formatFileRows } from './file-rows.ts';
import { buildTableColumns, type TableFile, writeTableFile } from './table-file.ts';
import { writeInThread } from './table-thread.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
  await test.db.run('create table driven (n integer not null)');
  await test.db.run('insert into driven select generate_series(1, 9000)');
});

const ROWS: Relation = {
  from: sql`driven t`,
  columns: {
    carNo: sql`'粤B' || t.n`,
    mileage: sql`t.n / 8.0`,
    startTime: sql`timestamptz '2026-05-01 00:00Z' + t.n * interval '1 minute'`,
    position: sql`case when t.n % 3 > 0 then round(113 + t.n / 1000.0, 6) || ',23.5' end`,
    isDrift: sql`t.n % 2 = 0`,
  },
  tie: [sql`t.n`],
};
const COLUMNS = ['carNo', 'mileage', 'startTime', 'position', 'isDrift'];
const HOW = { columns: COLUMNS, sums: { mileage: 'sum' }, order: ['mileage', 'desc'], limit: 1_000_000 } as const;
const whole = <T>(use: (found: RowStream) => Promise<T>): Promise<T> =>
  streamRows(test.db, ROWS, { ...HOW, signal: new AbortController().signal }, use);
const fileOf = (format: 'xlsx' | 'csv', zip: TableFile['zip'] = null): TableFile => ({
  format,
  zip,
  language: 'en',
  units: 'imperial',
  timeZone: 'Asia/Shanghai',
  columns: COLUMNS,
  title: 'Mileage',
  about: ['all', 'now'],
  chart: undefined,
  notes: undefined,
  foot: ['sum', 5_062_500, null, null, null],
});
const nameOfPlace = async (place: string) => `at ${place}`;

async function written(write: (stream: PassThrough) => Promise<void>): Promise<Buffer> {
  const stream = new PassThrough();
  const bytes = buffer(stream);
  await write(stream);
  stream.end();
  return bytes;
}

const byThread = (file: TableFile, found: RowStream, signal = new AbortController().signal, counts: number[] = []) =>
  written(async (stream) =>
    writeInThread(
      stream,
      { ...file, ...(await found.exportSnapshot()) },
      {
        signal,
        nameOfPlace,
        progress: (count) => void counts.push(count),
        cancelQuery: (pid) => void test.db.query(sql`select pg_cancel_backend(${pid})`).catch(() => undefined),
      },
    ),
  );
const others = async () =>
  (
    await test.db.query<{ n: number }>(sql`
      select count(*)::integer as n from pg_stat_activity
      where datname = current_database() and query ~ 'report' and state = 'active' and pid <> pg_backend_pid()`)
  )[0]!.n;

describe('a table file written in a worker thread', () => {
  it.each([
    ['xlsx', null],
    ['csv', null],
    ['csv', { name: 'parts', writtenAt: Date.UTC(2026, 10, 21, 18, 5, 8) }],
  ] as const)('is the same as %s (%o) without a thread, with the names of places', async (format, zip) => {
    const file = fileOf(format, zip);
    const counts: number[] = [];
    const [there, here] = [
      await whole((found) => byThread(file, found, undefined, counts)),
      await whole((found) =>
        written((stream) =>
          writeTableFile(
            stream,
            file,
            formatFileRows(buildTableColumns(file, nameOfPlace), found.rows, { progress: () => undefined }),
          ),
        ),
      ),
    ];
    expect(there.equals(here)).toBe(true);
    expect(counts.at(-1)).toBe(9_000);
    if (format === 'csv' && zip === null) {
      const lines = there.toString().split('\r\n');
      expect(lines[1]).toContain('粤B9000');
      expect(lines[2]).toContain('at 121.999000,23.5');
    }
  });

  it('is complete if it is stored long after the thread has ended', async () => {
    const connections = async () =>
      (await test.db.query(sql`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`))
        .length;
    const parts: Buffer[] = [];
    let told = 0;
    const { there, here } = await whole(async (found) => {
      const before = await connections();
      const slow = new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          parts.push(chunk);
          const over = async () => {
            await expect.poll(() => told, { timeout: 60_000 }).toBe(9_000);
            await expect.poll(connections, { timeout: 60_000 }).toBeLessThanOrEqual(before);
          };
          over().then(() => setImmediate(done), done);
        },
      });
      await writeInThread(
        slow,
        { ...fileOf('xlsx'), ...(await found.exportSnapshot()) },
        {
          signal: new AbortController().signal,
          nameOfPlace,
          cancelQuery: () => undefined,
          progress: (count) => {
            told = count;
          },
        },
      );
      return { there: Buffer.concat(parts), here: await byThread(fileOf('xlsx'), found) };
    });
    expect(there.equals(here)).toBe(true);
  });

  it('uses the same snapshot as its sums', async () => {
    const text = await whole(async (found) => {
      await test.db.run('insert into driven values (99999)');
      return (await byThread(fileOf('csv'), found)).toString();
    });
    await test.db.run('delete from driven where n = 99999');
    expect(text).not.toContain('99999');
    expect(text.split('\r\n').length).toBeGreaterThan(9_000);
  });

  it('stops when it is cancelled, and so does its query', async () => {
    const slow = { ...ROWS, from: sql`(select n from driven, lateral (select pg_sleep(0.01) where n > 0) s) t` };
    const statement = compile(buildExportStatements(slow, HOW).rows);
    const stop = new AbortController();
    const writing = whole((found) =>
      byThread(
        fileOf('csv'),
        { ...found, exportSnapshot: async () => ({ ...(await found.exportSnapshot()), statement }) },
        stop.signal,
      ),
    );
    writing.catch(() => undefined);
    await expect.poll(others, { timeout: 60_000, interval: 50 }).toBeGreaterThan(0);
    stop.abort(new Error('cancelled'));
    await expect(writing).rejects.toThrow('cancelled');
    await expect.poll(others, { timeout: 60_000, interval: 50 }).toBe(0);
  });

  it('reports errors of reading and of storing', async () => {
    const fails = whole((found) =>
      byThread(fileOf('csv'), {
        ...found,
        exportSnapshot: async () => ({ ...(await found.exportSnapshot()), statement: { text: 'select 1 / 0', values: [] } }),
      }),
    );
    await expect(fails).rejects.toThrow('division by zero');
    const stream = new PassThrough();
    stream.on('error', () => undefined);
    stream.destroy(new Error('no room'));
    const full = whole(async (found) =>
      writeInThread(
        stream,
        { ...fileOf('xlsx'), ...(await found.exportSnapshot()) },
        { nameOfPlace, signal: new AbortController().signal, progress: () => undefined, cancelQuery: () => undefined },
      ),
    );
    await expect(full).rejects.toThrow('no room');
  });
});
