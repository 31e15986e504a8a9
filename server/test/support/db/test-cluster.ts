import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, openDatabase } from '../../../src/platform/db/database.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../../src/platform/db/embedded/embedded-postgres.ts';
import { commandLine } from '../../../src/platform/db/embedded/processes.ts';
import { migrate, readMigrations } from '../../../src/platform/db/migrate.ts';

/** A PostgreSQL of a test's own in a temporary folder. */
export type TestCluster = {
  /** A new database with all migrations run, its address, and a pool on it that the cluster closes at the end. */
  createDatabase(): Promise<{ readonly db: Db; readonly url: string }>;
  /** Takes the database away: it is stopped, and stays so. */
  stop(): Promise<void>;
  /** Brings it back as it was. */
  start(): Promise<void>;
  /** kill -9 of the postmaster; it comes back by itself. */
  kill(): void;
  /** Ends everything and removes the folder. */
  remove(): Promise<void>;
};

const PREFIX = 'fleetwarden-test-';
const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/fleetwarden');
/** A test's database need not survive the machine, only its processes. */
export const TEST_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_wal_size: '256MB',
  io_method: 'sync',
};

/** Starts a cluster as a copy of a prepared one (made at the first use), which takes a fraction of an initdb. */
export async function startTestCluster(): Promise<TestCluster> {
  removeAbandoned();
  const template = await prepareTemplate();
  const dataDir = makeFolder();
  mkdirSync(join(dataDir, 'postgres'));
  copy(template, join(dataDir, 'postgres', 'data'));
  const start = () => startEmbedded({ dataDir, settings: TEST_SETTINGS });
  let running: EmbeddedPostgres | undefined = await start();
  const { connection } = running;
  const admin = openDatabase({ connection: { ...connection, database: 'postgres' }, poolSize: 1 });
  const pools: Db[] = [admin];
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  return {
    createDatabase: async () => {
      const database = `test_${pools.length}`;
      pools.push(openDatabase({ connection: { ...connection, database } }));
      await admin.run(`create database ${database} template ${connection.database}`);
      const url = `postgres://${connection.user}@localhost/${database}?host=${encodeURIComponent(connection.host)}`;
      return { db: pools.at(-1)!, url };
    },
    stop,
    start: async () => {
      running ??= await start();
    },
    kill: () => {
      const pid = running?.pid();
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    },
    remove: async () => {
      await Promise.all(pools.map((pool) => pool.close()));
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The data directory of a migrated cluster, kept for as long as the migrations, their names and the user stay the same. */
async function prepareTemplate(): Promise<string> {
  const key = createHash('sha256').update(`${process.getuid?.()} ${process.version}`);
  const migrations = readMigrations();
  for (const { file, checksum } of migrations) key.update(file).update(checksum);
  const kept = join(CACHE, `database-${key.digest('hex').slice(0, 16)}`);
  if (existsSync(kept)) return kept;
  const dataDir = makeFolder();
  const embedded = await startEmbedded({ dataDir, settings: TEST_SETTINGS });
  const db = openDatabase({ connection: embedded.connection });
  await migrate(db, migrations);
  await db.close();
  await embedded.stop();
  mkdirSync(CACHE, { recursive: true });
  const unfinished = `${kept}.${process.pid}`;
  copy(join(dataDir, 'postgres', 'data'), unfinished);
  rmSync(dataDir, { recursive: true });
  // several workers may have prepared the same; the first one's is kept
  if (existsSync(kept)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, kept);
  return kept;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // root's account postgres must walk through it
  chmodSync(folder, 0o755);
  return folder;
}

/** Keeps owners, which Node's own copy does not. */
function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cp ${from} ${to}: ${stderr}`);
}

/** Folders of workers that were killed. */
function removeAbandoned(): void {
  for (const entry of readdirSync(tmpdir())) {
    const pid = Number(entry.startsWith(PREFIX) && entry.slice(PREFIX.length).split('-')[0]);
    if (pid > 0 && commandLine(pid) === '') rmSync(join(tmpdir(), entry), { recursive: true, force: true });
  }
}
