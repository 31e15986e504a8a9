const MAX_ENTRIES = 200;

export type TimedCache<T> = { readonly get: (key: string, load: () => Promise<T>) => Promise<T> };

/** Caches results in memory for `ttlMs`; concurrent callers share a load. A failed load is not cached. */
export function createTimedCache<T>(ttlMs: number, now: () => number): TimedCache<T> {
  const entries = new Map<string, { readonly at: number; readonly value: Promise<T> }>();
  return {
    get: (key, load) => {
      const known = entries.get(key);
      if (known && Math.abs(now() - known.at) < ttlMs) return known.value;
      const entry = { at: now(), value: load() };
      entries.delete(key);
      entries.set(key, entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= MAX_ENTRIES) break;
        entries.delete(oldest);
      }
      entry.value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return entry.value;
    },
  };
}
