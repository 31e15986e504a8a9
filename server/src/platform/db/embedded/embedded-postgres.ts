import { accessSync, chmodSync, constants, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from './binaries.ts';
import { DATABASE, prepareCluster, USER } from './cluster.ts';
import { lockDataDir } from './data-lock.ts';
import { makeFolder } from './folder.ts';
import { prepareHome } from './home.ts';
import { type Postmaster, startPostmaster } from './postmaster.ts';
import { productionSettings } from './settings.ts';
import { makeSocketDirectory } from './socket-directory.ts';

export type EmbeddedOptions = {
  readonly dataDir: string;
  /** Takes each line PostgreSQL prints. */
  readonly log?: (line: string) => void;
  /** Server settings that replace the product's own. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** How to reach it: there is no TCP port, `host` is the socket's directory. */
export type EmbeddedConnection = { readonly host: string; readonly user: string; readonly database: string };

export type EmbeddedPostgres = {
  readonly connection: EmbeddedConnection;
  /** The postmaster's process id; undefined while it is down. */
  pid(): number | undefined;
  /** Stops PostgreSQL and frees DATA_DIR. */
  stop(): Promise<void>;
};

const RESTART_FIRST_MS = 100;
const MAX_RESTART_MS = 10_000;

/**
 * Starts PostgreSQL on `dataDir` and keeps it running: one that dies is started again until `stop()`. Makes the cluster and the
 * database at the first start. Throws when another server has the directory, or PostgreSQL cannot run.
 */
export async function startEmbedded({ dataDir, log = () => undefined, settings }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  makeFolder(dataDir);
  // said here with its path; the parts below would only say that they cannot
  accessSync(dataDir, constants.W_OK | constants.X_OK);
  const lock = await lockDataDir(realpathSync(dataDir));
  try {
    const home = prepareHome(dataDir);
    chmodSync(home.directory, 0o700);
    const binaries = findBinaries(home.directory, home.account);
    const data = prepareCluster(home, binaries);
    const socket = makeSocketDirectory(home);
    const connection = { host: socket.directory, user: USER, database: DATABASE };
    const start = () =>
      startPostmaster({
        home,
        binaries,
        data,
        socketDirectory: socket.directory,
        settings: { ...productionSettings(), ...settings },
        log,
      });
    const keeper = keepRunning(await start(), start, log);
    await ensureDatabase(connection).catch(async (error) => {
      await keeper.stop();
      throw error;
    });
    return {
      connection,
      pid: keeper.pid,
      stop: async () => {
        await keeper.stop();
        socket.remove();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Starts the postmaster again whenever it ends by itself, with growing pauses while that fails. */
function keepRunning(first: Postmaster, start: () => Promise<Postmaster>, log: (line: string) => void) {
  const stopping = new AbortController();
  let current: Postmaster | undefined = first;
  const watch = async () => {
    for (let pause = RESTART_FIRST_MS; !stopping.signal.aborted; ) {
      await current?.exited;
      current = undefined;
      if (stopping.signal.aborted) return;
      log('PostgreSQL ended by itself and is started again');
      try {
        current = await start();
        pause = RESTART_FIRST_MS;
      } catch (error) {
        log(`${(error as Error).message}; next try in ${pause} ms`);
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
        pause = Math.min(pause * 2, MAX_RESTART_MS);
      }
    }
  };
  const watching = watch();
  return {
    pid: () => current?.pid,
    stop: async () => {
      stopping.abort();
      await current?.stop();
      await watching;
      // one that was just being started when the stop came
      await current?.stop();
    },
  };
}

async function ensureDatabase(connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [connection.database]);
    if (rowCount === 0) await client.query(`create database ${connection.database}`);
  } finally {
    await client.end();
  }
}
