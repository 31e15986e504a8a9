import { MINUTE_MS } from '@fleetwarden/domain/durations';
import type { RegulatorLimits } from './limits.ts';

/** Connections of those who have not said who they are, and refused logins, by address: nobody tries passwords at will. */
export type Strangers = {
  /** Whether one more from there is too many. */
  tooMany(address: string): boolean;
  /** One came; returns what is called, once or more, when it is known or gone. */
  enter(address: string): () => void;
  /** A login from there was refused. */
  refuse(address: string): void;
  /** Refusals are forgotten each minute from now on. */
  start(): void;
  stop(): void;
};

export function createStrangers(limits: Pick<RegulatorLimits, 'refusedPerMinute' | 'unknownPerAddress'>): Strangers {
  const unknown = new Map<string, number>();
  /** Within the last minute. */
  const refused = new Map<string, number>();
  let forgetting: NodeJS.Timeout | undefined;
  return {
    tooMany: (address) =>
      (refused.get(address) ?? 0) >= limits.refusedPerMinute || (unknown.get(address) ?? 0) >= limits.unknownPerAddress,
    enter: (address) => {
      unknown.set(address, (unknown.get(address) ?? 0) + 1);
      let counted = true;
      return () => {
        if (counted) unknown.set(address, (unknown.get(address) ?? 1) - 1);
        if (unknown.get(address) === 0) unknown.delete(address);
        counted = false;
      };
    },
    refuse: (address) => void refused.set(address, (refused.get(address) ?? 0) + 1),
    start: () => {
      forgetting = setInterval(() => refused.clear(), MINUTE_MS);
    },
    stop: () => clearInterval(forgetting),
  };
}
