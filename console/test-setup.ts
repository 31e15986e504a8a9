import { createCache } from '@ant-design/cssinjs';
import * as React from 'react';
import { afterAll, vi } from 'vitest';
import { keepUnusedStyles } from './src/ui/theme/style-cache.ts';

/**
 * happy-dom must not evaluate style sheets that scripts add, mainly those of antd. Each search by role would match every rule against
 * every element, which took most of the time of table and form tests. Tests hide elements by attributes and own styles.
 */
Object.defineProperty(HTMLStyleElement.prototype, 'sheet', { configurable: true, get: () => null });

// All caches of antd, that of components without a provider too: each test would compute all styles again.
keepUnusedStyles(Object.getPrototypeOf(createCache()));

// React captures a stack trace with each element it creates; none of them is read. It counts them, and stops at a limit.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Record<string, object>;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.MAX_SAFE_INTEGER,
  set: () => {},
});

// Files share a worker: each loads the console's modules again, with their stores. Packages stay loaded.
vi.resetModules();

const ADDRESS = location.href;

// vi.restoreAllMocks leaves a spied accessor behind when a test spied on its getter and its setter
const restoreProperties = [document, location, navigator, window, HTMLElement.prototype].map((object) => {
  const before = Object.getOwnPropertyDescriptors(object) as Record<string, PropertyDescriptor>;
  return () => {
    for (const [key, now] of Object.entries(Object.getOwnPropertyDescriptors(object) as Record<string, PropertyDescriptor>)) {
      const was = before[key];
      if (!now.configurable) continue;
      if (!was && now.get) Reflect.deleteProperty(object, key);
      else if (was && (was.get !== now.get || was.set !== now.set)) Object.defineProperty(object, key, was);
    }
  };
});

// modules of an earlier file must not act in a later one: neither upon events nor upon timers
const listeners: Parameters<typeof window.addEventListener>[] = [];
const { addEventListener } = window;
window.addEventListener = (...listener: Parameters<typeof window.addEventListener>) => {
  listeners.push(listener);
  addEventListener.apply(window, listener);
};

const timers: (ReturnType<typeof setTimeout> | ReturnType<typeof setInterval>)[] = [];
const { setTimeout: startTimeout, setInterval: startInterval } = globalThis;
globalThis.setTimeout = Object.assign((...timer: Parameters<typeof setTimeout>) => {
  const id = startTimeout(...timer);
  timers.push(id);
  return id;
}, startTimeout) as typeof setTimeout;
globalThis.setInterval = ((...timer: Parameters<typeof setInterval>) => {
  const id = startInterval(...timer);
  timers.push(id);
  return id;
}) as typeof setInterval;

afterAll(() => {
  window.addEventListener = addEventListener;
  for (const [type, listener, options] of listeners) window.removeEventListener(type, listener, options);
  vi.useRealTimers();
  globalThis.setTimeout = startTimeout;
  globalThis.setInterval = startInterval;
  for (const timer of timers) clearTimeout(timer);
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const restore of restoreProperties) restore();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
    document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`;
  }
  document.body.replaceChildren();
  history.replaceState(null, '', ADDRESS);
});
