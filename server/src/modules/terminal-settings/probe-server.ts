import { createAccountThrottle } from '../../platform/http/account-throttle.ts';
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
  const take = createAccountThrottle(PROBES_PER_MINUTE, now);

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
