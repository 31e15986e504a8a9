import { CallError } from '@fleetwarden/contract/errors';
import type { platformsCalls } from '@fleetwarden/contract/platforms/routes';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Scope } from '../../platform/resources/read.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';
import { probeConnectivity } from './connectivity-probe.ts';
import { saveProbe } from './store.ts';

/** Probes of one account on this node: the rate limit prevents network scans. */
const MAX_TESTS = 10;
const WINDOW_MS = 60_000;

export type SuperiorTestDeps = {
  readonly superiors: ResourceStore;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly now: () => number;
  /** Addresses that a probe may connect to; external addresses by default. */
  readonly mayReach?: ((address: string) => boolean) | undefined;
};

/** Probes the main link address of a superior platform and stores the last result. */
export function createSuperiorTest(deps: SuperiorTestDeps): Handlers<typeof platformsCalls>['testSuperior'] {
  const { superiors, below, now, mayReach } = deps;
  const { db, reader } = superiors;
  const takeToken = createRateLimit(now);
  return async ({ id }, { user, note }) => {
    note({ object: `superior ${id}` });
    const [row] = await reader.byIds(db, [Number(id)], await below(user.departmentId));
    if (!row) throw new CallError('notFound', `superior ${id}`);
    const [object, host, port] = [String(row['platName']), String(row['ip']), Number(row['port'])];
    note({ object });
    takeToken(user.accountId);
    const probe = await probeConnectivity({ host, port, ...(mayReach ? { mayReach } : {}) });
    const address = `${host}:${port}`;
    note({ object, after: { address, ...probe } });
    await saveProbe(db, row.id, address, probe, now());
    return probe;
  };
}

/** Throws CallError tooMany for an account over its limit. */
function createRateLimit(now: () => number): (accountId: number) => void {
  const taken = new Map<number, readonly number[]>();
  return (accountId) => {
    const since = now() - WINDOW_MS;
    for (const [account, times] of taken) if ((times.at(-1) ?? 0) <= since) taken.delete(account);
    const recent = (taken.get(accountId) ?? []).filter((time) => time > since);
    if (recent.length >= MAX_TESTS) throw new CallError('tooMany', 'tests of superior platforms');
    taken.set(accountId, [...recent, now()]);
  };
}
