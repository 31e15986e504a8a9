import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Db, name, openDatabase, sql } from '../../../src/platform/db/database.ts';
import type { EmbeddedConnection } from '../../../src/platform/db/embedded/embedded-postgres.ts';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

/** A migrated database of a test's own. */
export type TestDatabase = {
  readonly db: Db;
  /** As DATABASE_URL has it. */
  readonly url: string;
};

/** A database on its own PostgreSQL, which the test may stop. */
export type PrivateTestDatabase = TestDatabase & {
  /** Stops PostgreSQL: from now on statements fail. */
  stopDatabase(): Promise<void>;
  /** Starts it again with what it held. */
  startDatabase(): Promise<void>;
  /** kill -9 of the postmaster, which is restarted at once. */
  killDatabase(): void;
};

/** Clean-up actions at the end of the running test file. */
const cleanups: (() => Promise<void>)[] = [];

/** Called after the last test of each file (`server/test/support/db/setup.ts`). */
export async function removeTestDatabases(): Promise<void> {
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()));
  const cluster = await quietCluster;
  quietCluster = undefined;
  await cluster?.remove();
}

/** A new database with all migrations run, in the PostgreSQL that all test files of a run share; removed after the file's last test. */
export const testDatabase = (): Promise<TestDatabase> => createDatabaseIn(inject('testCluster'));

let quietCluster: Promise<TestCluster> | undefined;

/**
 * The same in a PostgreSQL of this test file alone. For code that waits until all earlier transactions have ended
 * (pg_current_snapshot): in the shared cluster it would wait for those of other test files.
 */
export async function quietTestDatabase(): Promise<TestDatabase> {
  quietCluster ??= startTestCluster();
  return createDatabaseIn((await quietCluster).connection);
}

async function createDatabaseIn(template: EmbeddedConnection): Promise<TestDatabase> {
  const connection = { ...template, database: `test_${randomBytes(8).toString('hex')}` };
  // copying files costs less than writing the template through the log
  await inCluster(template, (admin) =>
    admin.run(sql`create database ${name(connection.database)} template ${name(template.database)} strategy file_copy`),
  );
  const db = openDatabase({ connection });
  cleanups.push(async () => {
    await db.close();
    await inCluster(template, (admin) => admin.run(sql`drop database ${name(connection.database)} with (force)`));
  });
  return { db, url: formatUrl(connection) };
}

/** A migrated database in a PostgreSQL of its own: only for tests that stop or kill it. */
export async function privateTestDatabase(): Promise<PrivateTestDatabase> {
  const { connection, remove, ...cluster } = await startTestCluster();
  const db = openDatabase({ connection });
  cleanups.push(async () => {
    await db.close();
    await remove();
  });
  return {
    db,
    url: formatUrl(connection),
    stopDatabase: cluster.stop,
    startDatabase: cluster.start,
    killDatabase: cluster.kill,
  };
}

async function inCluster(cluster: EmbeddedConnection, work: (admin: Db) => Promise<unknown>): Promise<void> {
  const admin = openDatabase({ connection: { ...cluster, database: 'postgres' }, poolSize: 1 });
  await work(admin).finally(admin.close);
}

const formatUrl = ({ host, user, database }: EmbeddedConnection) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
