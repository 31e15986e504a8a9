import { ExpiringMap } from './expiring-map.ts';
import { FAILURE_WINDOW_MS, MAX_FAILURES, MAX_FAILURES_OF_ADDRESS, MAX_THROTTLE_ENTRIES } from './limits.ts';

export type Throttle = {
  /** Whether a login of this account from this address has to wait. */
  locked(account: string, address: string): boolean;
  failed(account: string, address: string): void;
  succeeded(account: string, address: string): void;
};

/** Counts failed logins per account and address, and more widely per address. A failure starts the window anew. */
export function createThrottle(now: () => number): Throttle {
  const failures = new ExpiringMap<number>({ lifeMs: FAILURE_WINDOW_MS, max: MAX_THROTTLE_ENTRIES, now });
  const keyOf = (account: string, address: string) => `${address} ${account.toLowerCase()}`;
  const count = (key: string) => failures.get(key) ?? 0;
  return {
    locked: (account, address) => count(keyOf(account, address)) >= MAX_FAILURES || count(address) >= MAX_FAILURES_OF_ADDRESS,
    failed: (account, address) => {
      for (const key of [keyOf(account, address), address]) failures.set(key, count(key) + 1);
    },
    // the address keeps its other failures: a known account of one's own must not open the door to guessing others
    succeeded: (account, address) => {
      failures.delete(keyOf(account, address));
      failures.set(address, Math.max(0, count(address) - 1));
    },
  };
}
