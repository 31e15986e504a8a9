import { MINUTE_MS } from '@fleetwarden/domain/durations';
import type { RegulatorLimits } from './limits.ts';

/** Counts unauthenticated connections and refused logins by address, against password guessing. */
export type PendingConnections = {
  /** Whether the address has reached a limit. */
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
  limits: Pick<RegulatorLimits, 'refusedPerMinute' | 'unknownPerAddress'>,
): PendingConnections {
  const pending = new Map<string, number>();
  /** In the current minute. */
  const refused = new Map<string, number>();
  let resetTimer: NodeJS.Timeout | undefined;
  return {
    isBlocked: (address) =>
      (refused.get(address) ?? 0) >= limits.refusedPerMinute || (pending.get(address) ?? 0) >= limits.unknownPerAddress,
    add: (address) => {
      pending.set(address, (pending.get(address) ?? 0) + 1);
      let counted = true;
      return () => {
        if (counted) pending.set(address, (pending.get(address) ?? 1) - 1);
        if (pending.get(address) === 0) pending.delete(address);
        counted = false;
      };
    },
    countRefusal: (address) => void refused.set(address, (refused.get(address) ?? 0) + 1),
    start: () => {
      resetTimer = setInterval(() => refused.clear(), MINUTE_MS);
    },
    stop: () => clearInterval(resetTimer),
  };
}
