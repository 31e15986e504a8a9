import type { Db } from '../db/database.ts';

/** What `/readyz` answers: ready only when every part is. */
export type Readiness = {
  readonly ready: boolean;
  readonly database: boolean;
  readonly migrations: boolean;
  readonly draining: boolean;
};

/** `/healthz` needs nothing from here: a process that answers lives. */
export type Health = {
  /** Called once the migrations are through. */
  migrated(): void;
  /** Called when the server begins to stop: balancers send nothing new. */
  drain(): void;
  /** Asks the database; never throws. */
  readiness(): Promise<Readiness>;
};

/** The state behind `/readyz` of one server. */
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
