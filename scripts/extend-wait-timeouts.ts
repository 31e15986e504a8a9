import { vi } from 'vitest';

/** Waits in tests last this long at least: a busy machine is no fault of the code. */
const MIN_TIMEOUT_MS = 15_000;
const EXTENDED = Symbol.for('fleetwarden.extendedWaitTimeouts');

const worker = globalThis as { [EXTENDED]?: true };
// a worker that runs several files loads this module for each of them
if (!worker[EXTENDED]) {
  worker[EXTENDED] = true;
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'number' ? Math.max(options, MIN_TIMEOUT_MS) : { timeout: MIN_TIMEOUT_MS, ...options });
  vi.waitUntil = (callback, options) =>
    waitUntil(
      callback,
      typeof options === 'number' ? Math.max(options, MIN_TIMEOUT_MS) : { timeout: MIN_TIMEOUT_MS, ...options },
    );
}
