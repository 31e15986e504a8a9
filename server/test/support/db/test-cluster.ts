import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyFolder, listScratchFolders, makeScratchFolder } from '../../../../scripts/scratch-folder.ts';
import { openDatabase } from '../../../src/platform/db/database.ts';
import {
  type EmbeddedConnection,
  type EmbeddedPostgres,
  startEmbedded,
} from '../../../src/platform/db/embedded/embedded-postgres.ts';
import { commandLine } from '../../../src/platform/db/embedded/processes.ts';
import { migrate, readMigrations } from '../../../src/platform/db/migrate.ts';

/** A PostgreSQL of the tests, in a temporary folder: in memory where there is room. Its database `connection.database` is migrated and empty: the template. */
export type TestCluster = {
  readonly connection: EmbeddedConnection;
  /** Stops the postmaster until `start()`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** kill -9 of the postmaster, which is restarted at once. */
  kill(): void;
  /** Stops the postmaster and removes the folder. */
  remove(): Promise<void>;
  /** The same for a process that exits: it cannot wait. */
  removeNow(): void;
};

const PREFIX = 'fleetwarden-test-';
const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/fleetwarden');

const EXIT_LIMIT_MS = 5_000;
const EXIT_POLL_MS = 10;

/** A test's database need not survive the machine, only its processes. */
export const TEST_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_wal_size: '256MB',
  io_method: 'sync',
};

/** Starts a cluster as a copy of a prepared one, which is much faster than initdb. The first use creates it. */
export async function startTestCluster(settings: Readonly<Record<string, string>> = {}): Promise<TestCluster> {
  removeAbandoned();
  const template = await prepareTemplate();
  const dataDir = makeScratchFolder(PREFIX);
  mkdirSync(join(dataDir, 'postgres'));
  copyFolder(template, join(dataDir, 'postgres', 'data'));
  const start = () => startEmbedded({ dataDir, settings: { ...TEST_SETTINGS, ...settings } });
  let running: EmbeddedPostgres | undefined = await start();
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  const signal = (name: NodeJS.Signals) => {
    const pid = running?.pid();
    if (pid !== undefined) process.kill(pid, name);
    return pid;
  };
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  return {
    connection: running.connection,
    stop,
    start: async () => {
      running ??= await start();
    },
    kill: () => void signal('SIGKILL'),
    remove: async () => {
      await stop();
      removeFolder();
    },
    removeNow: () => {
      const pid = signal('SIGQUIT');
      if (pid !== undefined) waitForEnd(pid);
      removeFolder();
    },
  };
}

/** The data directory of a migrated cluster, cached for as long as the migrations, their names and the user stay the same. */
async function prepareTemplate(): Promise<string> {
  const key = createHash('sha256').update(`${process.getuid?.()} ${process.version}`);
  const migrations = readMigrations();
  for (const { file, checksum } of migrations) key.update(file).update(checksum);
  const cached = join(CACHE, `database-${key.digest('hex').slice(0, 16)}`);
  if (existsSync(cached)) return cached;
  const dataDir = makeScratchFolder(PREFIX);
  const embedded = await startEmbedded({ dataDir, settings: TEST_SETTINGS });
  const db = openDatabase({ connection: embedded.connection });
  await migrate(db, migrations);
  await db.close();
  await embedded.stop();
  mkdirSync(CACHE, { recursive: true });
  const unfinished = `${cached}.${process.pid}`;
  copyFolder(join(dataDir, 'postgres', 'data'), unfinished);
  rmSync(dataDir, { recursive: true });
  // several processes may have prepared the same; the first one's stays
  if (existsSync(cached)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, cached);
  return cached;
}

/** Blocks this thread until the process has exited. */
function waitForEnd(pid: number): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (const end = performance.now() + EXIT_LIMIT_MS; commandLine(pid) !== '' && performance.now() < end; )
    Atomics.wait(pause, 0, 0, EXIT_POLL_MS);
}

/** Folders of processes that were killed. */
function removeAbandoned(): void {
  for (const { path, pid } of listScratchFolders(PREFIX))
    if (commandLine(pid) === '') rmSync(path, { recursive: true, force: true, maxRetries: 10 });
}
