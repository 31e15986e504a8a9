import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/db/test-database.ts';
import { migrate, readMigrations } from './migrate.ts';

let test: TestDatabase;
let folder: string;

beforeAll(async () => {
  test = await testDatabase();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const number = readMigrations().at(-1)!.number + 1;
const nextFile = `${String(number).padStart(4, '0')}-next.sql`;
const withNext = () => [...readMigrations(), ...readMigrations(folder)];

describe('migrations', () => {
  it('have all run on a test database, and run once only', async () => {
    const rows = await test.db.query('select number, file from migration order by number');
    expect(rows).toEqual(readMigrations().map(({ number, file }) => ({ number, file })));
    expect(await migrate(test.db)).toEqual([]);
  });

  it('run once when several nodes start together', async () => {
    const { db } = await testDatabase();
    write(nextFile, 'create table once (id integer)');
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(db, withNext())));
    expect(runs.flat()).toEqual([nextFile]);
  });

  it('leave nothing of a file that fails, and name that file', async () => {
    const { db } = await testDatabase();
    write(nextFile, 'create table half (id integer); create table half (id integer)');
    await expect(migrate(db, withNext())).rejects.toThrow(`migration ${nextFile}: relation "half" already exists`);
    expect(await db.query(`select from pg_class where relname = 'half'`)).toEqual([]);
  });

  it('refuse a database that is newer than the release', async () => {
    const { db } = await testDatabase();
    write(nextFile, 'select 1');
    await migrate(db, withNext());
    await expect(migrate(db)).rejects.toThrow(`the database is newer than this release: it has migration ${nextFile}`);
  });

  it('refuse a file that was changed after it ran', async () => {
    const { db } = await testDatabase();
    write(nextFile, 'select 1');
    await migrate(db, withNext());
    write(nextFile, 'select 2');
    await expect(migrate(db, withNext())).rejects.toThrow(`migration ${nextFile} was changed`);
  });

  it('refuse an invalid name, and a duplicate number', () => {
    write('first.sql', '');
    expect(() => readMigrations(folder)).toThrow('migration first.sql');
    rmSync(join(folder, 'first.sql'));
    write('0001-a.sql', '');
    write('0001-b.sql', '');
    expect(() => readMigrations(folder)).toThrow('migration 0001-b.sql: its number is taken by 0001-a.sql');
  });
});
