import type { TestProject } from 'vitest/node';
import type { EmbeddedConnection } from '../../src/platform/db/embedded/embedded-postgres.ts';
import { startTestCluster } from './test-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this run, with its template database. */
    readonly testCluster: EmbeddedConnection;
  }
}

/** Every worker has some pools of 20 connections, and as many again while a file that ends closes its own. */
const SETTINGS = { max_connections: '500', shared_buffers: '128MB', max_wal_size: '1GB' };

/** Global set-up of the projects that use a database: one PostgreSQL for all test files of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster(SETTINGS);
  // Ctrl-C ends vitest without its teardown
  process.once('exit', cluster.removeNow);
  project.provide('testCluster', cluster.connection);
  return async () => {
    process.off('exit', cluster.removeNow);
    await cluster.remove();
  };
}
