import { ExpiringMap } from './expiring-map.ts';
import { ADDRESS_WINDOW_MS, MAX_FAILURES_OF_ADDRESS, MAX_FLOOD_ENTRIES } from './limits.ts';

export type AddressFlood = {
  /** Whether logins from this network must wait, for any name. */
  locked(network: string): boolean;
  failed(network: string): void;
  /** Removes one failure of the network. The others remain: a valid account must not enable guessing of others. */
  succeeded(network: string): void;
};

/** Counts failed logins of any names per network, on this node. A failure restarts the window. */
export function createAddressFlood(now: () => number): AddressFlood {
  const failures = new ExpiringMap<number>({ lifeMs: ADDRESS_WINDOW_MS, max: MAX_FLOOD_ENTRIES, now });
  const count = (network: string) => failures.get(network) ?? 0;
  return {
    locked: (network) => count(network) >= MAX_FAILURES_OF_ADDRESS,
    failed: (network) => failures.set(network, count(network) + 1),
    succeeded: (network) => failures.set(network, Math.max(0, count(network) - 1)),
  };
}
