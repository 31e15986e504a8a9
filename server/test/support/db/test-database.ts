import { afterAll } from 'vitest';
import type { Db } from '../../../src/platform/db/database.ts';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

/** A migrated database of a test's own, with the means to take it away. All databases of one test file share one PostgreSQL. */
export type TestDatabase = {
  readonly db: Db;
  /** As DATABASE_URL has it. */
  readonly url: string;
  /** Stops PostgreSQL: from now on statements fail. */
  stopDatabase(): Promise<void>;
  /** Starts it again with what it held. */
  startDatabase(): Promise<void>;
  /** kill -9 of the postmaster; it is started again by itself at once. */
  killDatabase(): void;
};

let cluster: Promise<TestCluster> | undefined;

// imported by a test file, this ends that file's PostgreSQL
afterAll(async () => {
  await (await cluster?.catch(() => undefined))?.remove();
});

/**
 * A new database with all migrations run, on a real PostgreSQL in a temporary folder; everything is removed after the file's
 * last test. Call it in `beforeAll` (or in a test, when it needs an empty one); import this file at the top of the test file.
 */
export async function testDatabase(): Promise<TestDatabase> {
  cluster ??= startTestCluster();
  const running = await cluster;
  return {
    ...(await running.createDatabase()),
    stopDatabase: running.stop,
    startDatabase: running.start,
    killDatabase: running.kill,
  };
}
