import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const PATIENT = join(import.meta.dirname, 'scripts/patient-tests.ts');
const DATABASE_SUPPORT = join(import.meta.dirname, 'server/test/support/db');
/** Files that replace a module for all who import it: each gets a module graph of its own. */
const SERVER_MOCKS = ['server/src/modules/reports/export/export-faults.test.ts'];

/** The longest a test takes: those of random histories do some seconds of work, which a busy machine makes many of. */
const PATIENCE_MS = 120_000;

/** A test waits for its database or its page about as long as it computes: no core is left to itself. */
const WORKERS = Math.max(2, availableParallelism());

const server = {
  environment: 'node',
  globalSetup: join(DATABASE_SUPPORT, 'shared-cluster.ts'),
  setupFiles: [PATIENT, join(DATABASE_SUPPORT, 'setup.ts')],
  testTimeout: PATIENCE_MS,
  hookTimeout: 120_000,
};

/** One project a side: `node` runs pure packages and the simulator; `server` has a database; `console` runs React in happy-dom; `e2e` drives a real browser. */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.ts', 'simulator/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          setupFiles: [PATIENT],
          testTimeout: PATIENCE_MS,
          hookTimeout: 120_000,
        },
      },
      { test: { ...server, name: 'server', include: ['server/{src,test}/**/*.test.ts'], exclude: SERVER_MOCKS, isolate: false } },
      { test: { ...server, name: 'server-mocks', include: SERVER_MOCKS } },
      {
        extends: './console/vite.config.ts',
        root: './console',
        test: {
          name: 'console',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: [PATIENT, join(import.meta.dirname, 'console/test-setup.ts')],
          testTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 300_000,
          globalSetup: [join(import.meta.dirname, 'e2e/support/global-setup.ts')],
          // each file has its own product, database and pages; what workers share has no state
          isolate: false,
          // stories wait for their products part of the time
          maxWorkers: WORKERS + 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
