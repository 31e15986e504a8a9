import type { TestProject } from 'vitest/node';
import type { EmbeddedConnection } from '../../../src/platform/db/embedded/embedded-postgres.ts';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this run, with its template database. */
    readonly testCluster: EmbeddedConnection;
  }
}

/** Every worker has some pools of 20 connections. */
const SETTINGS = { max_connections: '500', shared_buffers: '128MB' };

/** Each project evaluates this module again in the same process. */
const run = globalThis as { testCluster?: Promise<TestCluster> | undefined };

/** Global set-up of the projects that use a database: one PostgreSQL for all test files of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.testCluster ??= start();
  const { connection, remove } = await run.testCluster;
  project.provide('testCluster', connection);
  return remove;
}

async function start(): Promise<TestCluster> {
  const cluster = await startTestCluster(SETTINGS);
  // Ctrl-C ends vitest without its teardown
  process.once('exit', cluster.removeNow);
  return cluster;
}
