import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import SlowFilesFirst from './scripts/slow-files-first.ts';

const inRoot = (path: string): string => join(import.meta.dirname, path);
const SETUP = [inRoot('scripts/extend-wait-timeouts.ts'), inRoot('scripts/count-expects.ts')];

/** Longest test: properties over random histories compute for seconds, and a busy machine takes many times as long. */
const TEST_TIMEOUT_MS = 120_000;
/** As long as `extend-wait-timeouts.ts` lets others wait: the default of `expect.poll` is a second. */
const POLL = { poll: { timeout: 60_000 } };
const TIMEOUTS = { testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS, expect: POLL };

/**
 * A test waits for its database or its page about as long as it computes, so two workers keep two cores busy. A project that extends
 * another configuration does not inherit the number.
 */
const WORKERS = Math.max(2, availableParallelism());

/** Tests of the server wait for their database: with three workers an eighth of the time is idle. */
const SERVER_WORKERS = WORKERS + 2;
/** The build and the data folders of stories run beside the tests of the console; with two workers a tenth of the time is idle. */
const DOM_WORKERS = WORKERS + 1;
/** Stories wait for their product, too: with three workers a tenth of the time is idle. */
const STORY_WORKERS = WORKERS + 2;

const DOM_TESTS = ['console/src/**/*.dom.test.ts', 'console/src/**/*.test.tsx'];
const ISOLATED_TESTS = ['console/src/**/*.isolated.test.{ts,tsx}'];
const SERVER_TESTS = ['server/{src,test}/**/*.test.ts', 'simulator/src/**/*.socket.test.ts'];
/** Files that replace a module for all its importers: each gets a module graph of its own. */
const SERVER_MOCKS = ['server/src/modules/reports/export/export-faults.test.ts'];

/** Node.js loads the modules itself, as in the product: Vite's transforms take a tenth of the time of short test files. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false };

const server = {
  environment: 'node' as const,
  globalSetup: inRoot('server/test/support/db/shared-cluster.ts'),
  setupFiles: [...SETUP, inRoot('server/test/support/db/setup.ts')],
  ...TIMEOUTS,
  // worker threads and child processes of tests load the server's modules
  env: { NODE_COMPILE_CACHE: inRoot('node_modules/.cache/fleetwarden/compiled') },
  maxWorkers: SERVER_WORKERS,
  sequence: { groupOrder: 2 },
};

/** Pages of tests live for seconds: optimizing their scripts, and collecting garbage often, cost more than they save. */
const SHORT_LIVED = ['--no-opt', '--min-semi-space-size=16', '--max-semi-space-size=32', '--initial-old-space-size=1500'];

const dom = {
  environment: 'happy-dom' as const,
  setupFiles: [...SETUP, inRoot('console/test-setup.ts')],
  ...TIMEOUTS,
  execArgv: SHORT_LIVED,
  maxWorkers: DOM_WORKERS,
  sequence: { groupOrder: 3 },
};

/** One project per part of `npm test`. The file name decides where a test belongs: see "Tests" in CONTRIBUTING.md. */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        // the console's modules need its Vite plugins without a document too
        extends: './console/vite.config.ts',
        test: {
          name: 'unit',
          include: ['{packages/*,simulator,console}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...DOM_TESTS, ...ISOLATED_TESTS, ...SERVER_TESTS],
          environment: 'node',
          isolate: false,
          setupFiles: SETUP,
          ...TIMEOUTS,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...server,
          experimental: NATIVE,
          name: 'server',
          include: SERVER_TESTS,
          exclude: SERVER_MOCKS,
          isolate: false,
        },
      },
      { test: { ...server, name: 'server-mocks', include: SERVER_MOCKS } },
      {
        extends: './console/vite.config.ts',
        // workers share React, antd and the other packages; console/test-setup.ts gives each file its own modules and document
        test: { ...dom, name: 'console', include: DOM_TESTS, exclude: ISOLATED_TESTS, isolate: false },
      },
      { extends: './console/vite.config.ts', test: { ...dom, name: 'console-isolated', include: ISOLATED_TESTS } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          environment: 'node',
          globalSetup: [inRoot('e2e/support/global-setup.ts')],
          setupFiles: [inRoot('scripts/count-expects.ts')],
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: 300_000,
          expect: POLL,
          // each file has its own product, database and pages; files of a worker share its browser
          isolate: false,
          maxWorkers: STORY_WORKERS,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
