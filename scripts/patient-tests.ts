import { vi } from 'vitest';

/** A machine that is busy with other tests is no fault of the code: what is waited for comes late there, or never. */
const PATIENCE_MS = 15_000;

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? Math.max(options, PATIENCE_MS) : { timeout: PATIENCE_MS, ...options });
vi.waitUntil = (callback, options) =>
  waitUntil(callback, typeof options === 'number' ? Math.max(options, PATIENCE_MS) : { timeout: PATIENCE_MS, ...options });
