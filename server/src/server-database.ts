import type { Config } from './config.ts';
import { isDemo } from './demo/seed.ts';
import { type DatabaseOptions, type Db, openDatabase, sql } from './platform/db/database.ts';
import { startEmbedded } from './platform/db/embedded/embedded-postgres.ts';
import { findRunning } from './platform/db/embedded/running.ts';
import type { Log } from './platform/observe/log.ts';
import { makePrivateFolder } from './private-folder.ts';
import { withDatabaseErrors, withDataDirErrors } from './start-fault.ts';

/** The same database for a command beside a server: that of the running server, otherwise as the server opens it. */
export async function connectBeside(config: Config, log: Log, started: (() => unknown)[]): Promise<Db> {
  const running = config.databaseUrl === undefined ? await findRunning(config.dataDir) : undefined;
  if (!running) return connect(config, log, started);
  const db = openDatabase({ connection: running });
  started.push(() => db.close());
  return db;
}

/** Opens the operator's or the embedded database. DATA_DIR is private from here on. */
export async function connect(config: Config, log: Log, started: (() => unknown)[]): Promise<Db> {
  await withDataDirErrors(config.dataDir, async () => makePrivateFolder(config.dataDir));
  let connection: DatabaseOptions['connection'];
  if (config.databaseUrl === undefined) {
    const embedded = await withDataDirErrors(config.dataDir, () =>
      startEmbedded({ dataDir: config.dataDir, log: (line) => log.debug({ postgres: line }, 'database') }),
    );
    started.push(() => embedded.stop());
    connection = embedded.connection;
  } else connection = { url: config.databaseUrl };
  const db = openDatabase({
    connection,
    // The driver's error object includes the whole client.
    onConnectionError: ({ message }) => log.warn({ reason: message }, 'a database connection broke'),
  });
  started.push(() => db.close());
  const { databaseUrl } = config;
  if (databaseUrl !== undefined) await withDatabaseErrors(databaseUrl, () => db.query('select'));
  return db;
}

/** Whether the database is empty, and whether it was created as a demo. */
export async function inspectDatabase(db: Db): Promise<{ empty: boolean; madeAsDemo: boolean }> {
  const row = await db.first<{ used: boolean }>(sql`
    select exists (select from account) or exists (select from vehicle) as used`);
  return { empty: row?.used === false, madeAsDemo: await isDemo(db) };
}
