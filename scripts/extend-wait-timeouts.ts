import { vi } from 'vitest';

/** Waits in tests last this long at least: a busy machine is no fault of the code. */
const MIN_TIMEOUT_MS = 60_000;
const EXTENDED = Symbol.for('fleetwarden.extendedWaitTimeouts');

type Options = Parameters<typeof vi.waitFor>[1];
const extend = (options: Options): Options => {
  const { timeout = 0, ...others } = typeof options === 'number' ? { timeout: options } : (options ?? {});
  return { ...others, timeout: Math.max(timeout, MIN_TIMEOUT_MS) };
};

const worker = globalThis as { [EXTENDED]?: true };
// a worker that runs several files loads this module for each of them
if (!worker[EXTENDED]) {
  worker[EXTENDED] = true;
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (callback, options) => waitFor(callback, extend(options));
  vi.waitUntil = (callback, options) => waitUntil(callback, extend(options));
}
