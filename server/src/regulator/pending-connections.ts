import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { networkKey } from '../platform/http/network-key.ts';
import type { RegulatorLimits } from './limits.ts';

/** Counts unauthenticated connections and refused logins by network, against password guessing. An IPv6 network is a /64. */
export type PendingConnections = {
  /** Whether the network of the address has reached a limit. */
  isBlocked(address: string): boolean;
  /** Adds a connection. Call the result when it is authenticated or closed; further calls have no effect. */
  add(address: string): () => void;
  /** Counts a refused login. */
  countRefusal(address: string): void;
  /** Starts to reset the refusals each minute. */
  start(): void;
  stop(): void;
};

export function createPendingConnections(
  limits: Pick<RegulatorLimits, 'refusedPerMinute' | 'unknownPerNetwork'>,
): PendingConnections {
  const pending = new Map<string, number>();
  /** In the current minute. */
  const refused = new Map<string, number>();
  let resetTimer: NodeJS.Timeout | undefined;
  return {
    isBlocked: (address) => {
      const network = networkKey(address);
      return (refused.get(network) ?? 0) >= limits.refusedPerMinute || (pending.get(network) ?? 0) >= limits.unknownPerNetwork;
    },
    add: (address) => {
      const network = networkKey(address);
      pending.set(network, (pending.get(network) ?? 0) + 1);
      let counted = true;
      return () => {
        if (counted) pending.set(network, (pending.get(network) ?? 1) - 1);
        if (pending.get(network) === 0) pending.delete(network);
        counted = false;
      };
    },
    countRefusal: (address) => {
      const network = networkKey(address);
      refused.set(network, (refused.get(network) ?? 0) + 1);
    },
    start: () => {
      resetTimer = setInterval(() => refused.clear(), MINUTE_MS);
    },
    stop: () => clearInterval(resetTimer),
  };
}
