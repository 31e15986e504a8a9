import { CallError } from '@fleetwarden/contract/errors';

type Turns = <T>(accountId: number, work: () => Promise<T>) => Promise<T>;

/**
 * Limits concurrent work that needs much memory, a connection or a core; further work waits. Throws CallError tooMany if an
 * account has `ofAccount` running and waiting, or `waiting` wait in total; 0: no queue.
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
  /** The next waiter takes over the slot. */
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
