import { CallError } from '@fleetwarden/contract/errors';
import type { platformsCalls } from '@fleetwarden/contract/platforms/routes';
import { at, sql } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Scope } from '../../platform/resources/read.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';
import { reach } from './reach.ts';

/** Tests of one account, on this node: nobody scans a network with them. */
const MAX_TESTS = 10;
const WINDOW_MS = 60_000;

export type SuperiorTestDeps = {
  readonly superiors: ResourceStore;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly now: () => number;
  /** Addresses that may be tested; those of no platform never, unless said. */
  readonly mayReach?: ((address: string) => boolean) | undefined;
};

/** Tests the main link address of a superior platform; the last result stays with it. */
export function createSuperiorTest(deps: SuperiorTestDeps): Handlers<typeof platformsCalls>['testSuperior'] {
  const { superiors, below, now, mayReach } = deps;
  const { db, reader } = superiors;
  const takeTurn = createTurns(now);
  return async ({ id }, { user, note }) => {
    note({ object: `superior ${id}` });
    const [row] = await reader.byIds(db, [Number(id)], await below(user.departmentId));
    if (!row) throw new CallError('notFound', `superior ${id}`);
    const [object, host, port] = [String(row['platName']), String(row['ip']), Number(row['port'])];
    note({ object });
    takeTurn(user.accountId);
    const found = await reach({ host, port, ...(mayReach ? { mayReach } : {}) });
    const address = `${host}:${port}`;
    note({ object, after: { address, ...found } });
    await db.run(sql`
      insert into superior_probe (superior_id, result, took_ms, address, at)
      select id, ${found.result}, ${found.ms}, ${address}, ${at(now())} from superior_platform where id = ${row.id}
      on conflict (superior_id) do update
      set result = excluded.result, took_ms = excluded.took_ms, address = excluded.address, at = excluded.at`);
    return found;
  };
}

/** Throws CallError tooMany for an account that has had its turns. */
function createTurns(now: () => number): (accountId: number) => void {
  const taken = new Map<number, readonly number[]>();
  return (accountId) => {
    const since = now() - WINDOW_MS;
    for (const [account, times] of taken) if ((times.at(-1) ?? 0) <= since) taken.delete(account);
    const recent = (taken.get(accountId) ?? []).filter((time) => time > since);
    if (recent.length >= MAX_TESTS) throw new CallError('tooMany', 'tests of superior platforms');
    taken.set(accountId, [...recent, now()]);
  };
}
