import type { ServerBus } from '../../platform/bus/server-events.ts';

/** Lets a send wait a moment for news of its commands. */
export type Soon = {
  /** Resolves when each of them has changed since the call, or after `ms`. */
  changed(ids: readonly number[], ms: number): Promise<void>;
  stop(): void;
};

export function createSoon(bus: ServerBus): Soon {
  const waiting = new Set<{ readonly left: Set<number>; readonly done: () => void }>();
  const end = bus.subscribe('command.changed', ({ ids }) => {
    for (const { left, done } of waiting) {
      for (const id of ids) left.delete(id);
      if (left.size === 0) done();
    }
  });
  return {
    changed: (ids, ms) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          waiting.delete(entry);
          resolve();
        };
        const entry = { left: new Set(ids), done };
        const timer = setTimeout(done, ms);
        if (ids.length === 0) done();
        else waiting.add(entry);
      }),
    stop: () => {
      end();
      for (const { done } of waiting) done();
    },
  };
}
