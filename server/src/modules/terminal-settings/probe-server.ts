import { CallError } from '@fleetwarden/contract/errors';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { PROBE, probeConnectivity } from '../platforms/index.ts';
import type { Handler } from './call-context.ts';
import { PROBES_PER_MINUTE } from './limits.ts';

/**
 * Tests addresses before terminals get them. The answer is only yes or no, and an account has few tests a minute: the call must not serve
 * to scan networks. Addresses that a probe may not connect to (`mayReach`) count as not reachable.
 */
export function createServerProbe(deps: {
  readonly mayReach?: ((address: string) => boolean) | undefined;
  readonly now: () => number;
}): Handler<'probeServer'> {
  const { mayReach, now } = deps;
  /** Times of the last probes, by account. */
  const recent = new Map<number, readonly number[]>();

  const take = (accountId: number) => {
    const since = now() - MINUTE_MS;
    for (const [id, times] of recent) if (times.every((time) => time <= since)) recent.delete(id);
    const own = (recent.get(accountId) ?? []).filter((time) => time > since);
    if (own.length >= PROBES_PER_MINUTE) throw new CallError('tooMany', `${own.length} probes of account ${accountId}`);
    recent.set(accountId, [...own, now()]);
  };

  return async ({ addresses }, { user, note }) => {
    note({ object: addresses.map(({ host, port }) => `${host}:${port}`).join(' ') });
    take(user.accountId);
    const list = await Promise.all(
      addresses.map(async (address) => {
        const { result } = await probeConnectivity({ ...address, ...(mayReach ? { mayReach } : {}) });
        return { ...address, reachable: result === PROBE.reached };
      }),
    );
    note({ after: list });
    return { list };
  };
}
