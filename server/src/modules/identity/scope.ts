import type { ServerBus } from '../../platform/bus/server-events.ts';
import { type Db, type Queryable, sql } from '../../platform/db/database.ts';

/** Ids of a department and its descendants: what its users may see. */
export type Scope = ReadonlySet<number>;

export type Scopes = {
  /** Cached until departments change. */
  of(departmentId: number): Promise<Scope>;
  stop(): void;
};

export function createScopes(deps: { readonly db: Db; readonly bus: ServerBus }): Scopes {
  const cached = new Map<number, Promise<Scope>>();
  const unsubscribe = deps.bus.subscribe('fleet.changed', () => cached.clear());
  return {
    of: (departmentId) => {
      const known = cached.get(departmentId);
      if (known) return known;
      const scope = scopeOf(deps.db, departmentId);
      cached.set(departmentId, scope);
      // a failure is not cached
      scope.catch(() => cached.get(departmentId) === scope && cached.delete(departmentId));
      return scope;
    },
    stop: unsubscribe,
  };
}

/** Reads the subtree of a department; empty where there is no such department. */
export async function scopeOf(db: Queryable, departmentId: number): Promise<Scope> {
  const rows = await db.query<{ id: number }>(sql`
    with recursive below as (
      select id from department where id = ${departmentId}
      union
      select d.id from department d join below on d.parent_id = below.id
    )
    select id from below`);
  return new Set(rows.map((row) => row.id));
}
