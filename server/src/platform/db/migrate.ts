import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { type Db, type Queryable, sql } from './database.ts';

/** One file of `migrations/`: `0001-foundation.sql` is number 1. */
export type Migration = { readonly number: number; readonly file: string; readonly text: string; readonly checksum: string };

const FOLDER = join(import.meta.dirname, 'migrations');
const FILE = /^(\d{4})-[a-z0-9-]+\.sql$/;
/** Key of the advisory lock that lets one node migrate while the others wait: 'flwd' in ASCII. */
const LOCK = 0x66_6c_77_64;
const OLDEST_SERVER = 15;

/** The migrations of this release in order. Throws on a badly named file, or two with one number. */
export function readMigrations(folder = FOLDER): Migration[] {
  const found = readdirSync(folder)
    .sort()
    .map((file) => {
      const number = Number(FILE.exec(file)?.[1]);
      if (!number) throw new Error(`migration ${file}: a name is four digits, a dash, lower-case words and .sql`);
      // CRLF line ends of a Windows checkout are not an edit.
      const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
      return { number, file, text, checksum: createHash('sha256').update(text).digest('hex') };
    });
  for (const [index, { number, file }] of found.entries())
    if (found[index - 1]?.number === number)
      throw new Error(`migration ${file}: its number is taken by ${found[index - 1]?.file}`);
  return found;
}

/**
 * Runs the missing migrations, each in its own transaction, and returns their files. Nodes that start together wait for each
 * other. Throws if the database is newer than the release or an applied file was changed.
 */
export async function migrate(db: Db, migrations: readonly Migration[] = readMigrations()): Promise<string[]> {
  await requireServer(db);
  await db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
    await tx.run(sql`create table if not exists migration (
      number integer primary key, file text not null, checksum text not null, applied_at timestamptz not null default now())`);
  });
  const done: string[] = [];
  for (;;) {
    const file = await db.transaction((tx) => applyNext(tx, migrations));
    if (file === undefined) return done;
    done.push(file);
  }
}

async function applyNext(tx: Queryable, migrations: readonly Migration[]): Promise<string | undefined> {
  await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
  const applied = await tx.query<{ number: number; file: string; checksum: string }>(
    sql`select number, file, checksum from migration order by number`,
  );
  for (const { number, file, checksum } of applied) {
    const ours = migrations.find((migration) => migration.number === number);
    if (!ours)
      throw new StartError(`the database is newer than this release: it has migration ${file}; run the release that made it`);
    if (ours.checksum !== checksum)
      throw new StartError(`migration ${ours.file} was changed after it ran on this database: restore the file`);
  }
  const next = migrations.find(({ number }) => !applied.some((row) => row.number === number));
  if (!next) return undefined;
  try {
    // a migration may rewrite large tables
    await tx.run('set local statement_timeout = 0');
    await tx.run(next.text);
  } catch (error) {
    throw new Error(`migration ${next.file}: ${(error as Error).message}`, { cause: error });
  }
  await tx.run(sql`insert into migration (number, file, checksum) values (${next.number}, ${next.file}, ${next.checksum})`);
  return next.file;
}

async function requireServer(db: Db): Promise<void> {
  const row = await db.first<{ server_version_num: string }>('show server_version_num');
  const major = Math.floor(Number(row?.server_version_num) / 10_000);
  if (!(major >= OLDEST_SERVER))
    throw new StartError(`DATABASE_URL leads to PostgreSQL ${major}: ${OLDEST_SERVER} or newer is needed`);
}
