import type { Db } from '../db/database.ts';

/** What `/readyz` answers: ready only when every part is. */
export type Readiness = {
  readonly ready: boolean;
  readonly database: boolean;
  readonly migrations: boolean;
  readonly draining: boolean;
};

/** `/healthz` needs no state: a process that answers is alive. */
export type Health = {
  /** Called after the migrations. */
  migrated(): void;
  /** Called when the server starts to stop, so that load balancers send no new requests. */
  drain(): void;
  /** Checks the database; never throws. */
  readiness(): Promise<Readiness>;
};

/** State behind `/readyz`. */
export function createHealth(db: Pick<Db, 'ready'>): Health {
  const state = { migrations: false, draining: false };
  return {
    migrated: () => {
      state.migrations = true;
    },
    drain: () => {
      state.draining = true;
    },
    readiness: async () => {
      const database = await db.ready();
      return { ready: database && state.migrations && !state.draining, database, ...state };
    },
  };
}
