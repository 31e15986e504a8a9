import { afterAll, vi } from 'vitest';

/**
 * happy-dom must not evaluate style sheets that scripts add, mainly those of antd: it would match every rule against every element
 * in each search by role, which took most of the time of tests of tables and forms. Tests hide elements by attributes and own styles.
 */
Object.defineProperty(HTMLStyleElement.prototype, 'sheet', { configurable: true, get: () => null });

// Files share a worker: each loads the console's modules again, with their stores. Packages stay loaded.
vi.resetModules();

const ADDRESS = location.href;

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  history.replaceState(null, '', ADDRESS);
});
