import { ExpiringMap } from './expiring-map.ts';
import { ADDRESS_WINDOW_MS, MAX_FAILURES_OF_ADDRESS, MAX_FLOOD_ENTRIES } from './limits.ts';

export type AddressFlood = {
  /** Whether logins from this address must wait, for any name. */
  locked(address: string): boolean;
  failed(address: string): void;
  /** Removes one failure of the address. The others remain: a valid account must not enable guessing of others. */
  succeeded(address: string): void;
};

/** Counts failed logins of any names per address, on this node. A failure restarts the window. */
export function createAddressFlood(now: () => number): AddressFlood {
  const failures = new ExpiringMap<number>({ lifeMs: ADDRESS_WINDOW_MS, max: MAX_FLOOD_ENTRIES, now });
  const count = (address: string) => failures.get(address) ?? 0;
  return {
    locked: (address) => count(address) >= MAX_FAILURES_OF_ADDRESS,
    failed: (address) => failures.set(address, count(address) + 1),
    succeeded: (address) => failures.set(address, Math.max(0, count(address) - 1)),
  };
}
