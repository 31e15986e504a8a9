import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const inRoot = (path: string): string => join(import.meta.dirname, path);
const SETUP = [inRoot('scripts/extend-wait-timeouts.ts'), inRoot('scripts/count-expects.ts')];

/** Longest test: properties over random histories compute for seconds, and a busy machine takes many times as long. */
const TEST_TIMEOUT_MS = 120_000;

/** A test waits for its database or its page about as long as it computes, so two workers keep two cores busy. */
const WORKERS = Math.max(2, availableParallelism());

const DOM_TESTS = ['console/src/**/*.dom.test.ts', 'console/src/**/*.test.tsx'];
const ISOLATED_TESTS = ['console/src/**/*.isolated.test.{ts,tsx}'];
const SOCKET_TESTS = ['simulator/src/**/*.socket.test.ts'];

/** One project per part of `npm test`. The file name decides where a test belongs: see "Tests" in CONTRIBUTING.md. */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        // the console's modules need its Vite plugins without a document too
        extends: './console/vite.config.ts',
        test: {
          name: 'unit',
          include: ['{packages/*,simulator,console}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...DOM_TESTS, ...ISOLATED_TESTS, ...SOCKET_TESTS],
          environment: 'node',
          isolate: false,
          setupFiles: SETUP,
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', ...SOCKET_TESTS],
          environment: 'node',
          // a globalSetup that starts the PostgreSQL of the run belongs here
          setupFiles: SETUP,
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: './console/vite.config.ts',
        test: {
          name: 'console',
          include: DOM_TESTS,
          exclude: ISOLATED_TESTS,
          environment: 'happy-dom',
          // workers share React, antd and the other packages; console/test-setup.ts gives each file its own modules and document
          isolate: false,
          setupFiles: [...SETUP, inRoot('console/test-setup.ts')],
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: './console/vite.config.ts',
        test: {
          name: 'console-isolated',
          include: ISOLATED_TESTS,
          environment: 'happy-dom',
          setupFiles: [...SETUP, inRoot('console/test-setup.ts')],
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          environment: 'node',
          setupFiles: [inRoot('scripts/count-expects.ts')],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          // each is a product, its database, terminals and a browser that draws maps without a graphics card
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
