import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../platform/db/database.ts';
import type { FleetRegistry } from './fleet-registry.ts';
import { RELOAD_EVERY_MS } from './limits.ts';
import * as store from './store.ts';

export type FleetLoader = {
  /** Reads everything now. */
  load(): Promise<void>;
  /** Reads everything soon: many calls in a row make few readings, and one that fails is tried again. */
  again(): void;
  stop(): void;
};

export function createFleetLoader(deps: {
  readonly db: Db;
  readonly registry: FleetRegistry;
  readonly log: FastifyBaseLogger;
  readonly reloadEveryMs?: number | undefined;
  readonly onLoaded: (touched: ReadonlySet<number>) => Promise<void>;
}): FleetLoader {
  const { db, registry, log, onLoaded, reloadEveryMs = RELOAD_EVERY_MS } = deps;
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let wanted = false;
  let stopped = false;
  /** Departments with unsent changes. */
  const touched = new Set<number>();
  let lastAt = Number.NEGATIVE_INFINITY;

  const load = async () => {
    lastAt = performance.now();
    const [departments, vehicles, latest] = await Promise.all([
      store.allDepartments(db),
      store.allVehicles(db),
      store.allLatest(db),
    ]);
    for (const id of registry.load(departments, vehicles, latest)) touched.add(id);
    const telling = new Set(touched);
    await onLoaded(telling);
    for (const id of telling) touched.delete(id);
  };

  const run = async () => {
    timer = undefined;
    running = true;
    wanted = false;
    await load().catch((error: unknown) => {
      log.warn({ err: error }, 'vehicles could not be read again; trying again');
      wanted = true;
    });
    running = false;
    if (wanted) again();
  };

  const again = () => {
    wanted = true;
    if (running || timer || stopped) return;
    timer = setTimeout(() => void run(), Math.max(0, lastAt + reloadEveryMs - performance.now()));
  };

  return {
    load,
    again,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
