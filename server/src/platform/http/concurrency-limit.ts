import { CallError } from '@fleetwarden/contract/errors';

type Turns = <T>(accountId: number, work: () => Promise<T>) => Promise<T>;

/**
 * Lets a few works run at once and others wait their turn: each holds much memory, or a connection and a core. Throws CallError
 * tooMany where an account has `ofAccount` of them running and waiting already, or `waiting` of all wait; with 0 nobody waits.
 */
export function createConcurrencyLimit({
  atOnce,
  waiting,
  ofAccount,
}: Readonly<Record<'atOnce' | 'waiting' | 'ofAccount', number>>): Turns {
  const turns: (() => void)[] = [];
  const held = new Map<number, number>();
  let running = 0;

  const turn = (): Promise<void> | undefined => {
    if (running < atOnce) {
      running++;
      return;
    }
    return new Promise((resolve) => turns.push(resolve));
  };
  /** Whoever is next takes the place over. */
  const leave = () => {
    const next = turns.shift();
    if (next) next();
    else running--;
  };

  return async (accountId, work) => {
    const own = held.get(accountId) ?? 0;
    if (own >= ofAccount) throw new CallError('tooMany', `account ${accountId} has ${own} under way`);
    if (running >= atOnce && turns.length >= waiting)
      throw new CallError('tooMany', `${running} are under way, ${turns.length} wait`);
    held.set(accountId, own + 1);
    try {
      await turn();
      try {
        return await work();
      } finally {
        leave();
      }
    } finally {
      const left = held.get(accountId)! - 1;
      if (left === 0) held.delete(accountId);
      else held.set(accountId, left);
    }
  };
}
