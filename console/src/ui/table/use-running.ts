import { useState } from 'react';

/**
 * Starts actions by key, and the keys of those that still run: these are not started again, others are. The client has shown the
 * error of an action that rejects.
 */
export function useRunning(): readonly [running: ReadonlySet<string>, run: (key: string, work: () => unknown) => Promise<void>] {
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  async function run(key: string, work: () => unknown) {
    if (running.has(key)) return;
    const result = work();
    if (!(result instanceof Promise)) return;
    setRunning((before) => new Set(before).add(key));
    await result.catch(() => undefined);
    setRunning((before) => new Set([...before].filter((each) => each !== key)));
  }
  return [running, run];
}
