import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { CommandStore, Outcome } from './store.ts';

/** Outcomes wait so long for others before they are written together, ms. */
const TOGETHER_MS = 10;
/** The database is away: it is tried again, ms. */
const AGAIN_MS = 1_000;
const ROWS = 1_000;

export type Outcomes = {
  /** Has it written and told. `written` is called once it is. */
  add(outcome: Outcome, written: () => void): void;
  /** Writes what is left; gives up where the database is away. */
  stop(): Promise<void>;
};

/** Writes what became of commands, many at a time, and tells consoles once it is stored. */
export function createOutcomes(deps: {
  readonly store: CommandStore;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly now: () => number;
}): Outcomes {
  const { store, bus, log, now } = deps;
  let waiting: { readonly outcome: Outcome; readonly written: () => void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<boolean> = Promise.resolve(true);

  const write = async (): Promise<boolean> => {
    while (waiting.length > 0) {
      const some = waiting.slice(0, ROWS);
      try {
        const ids = await store.settle(
          some.map(({ outcome }) => outcome),
          now(),
        );
        if (ids.length > 0) bus.publish('command.changed', { ids });
      } catch (error) {
        log.warn({ err: error, commands: waiting.length }, 'outcomes of commands not recorded, trying again');
        return false;
      }
      waiting = waiting.slice(some.length);
      for (const { written } of some) written();
    }
    return true;
  };

  const schedule = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      writing = writing.then(write);
      void writing.then((done) => {
        if (!done) schedule(AGAIN_MS);
      });
    }, ms);
  };

  return {
    add: (outcome, written) => {
      waiting.push({ outcome, written });
      schedule(TOGETHER_MS);
    },
    stop: async () => {
      clearTimeout(timer);
      writing = writing.then(write);
      await writing;
      clearTimeout(timer);
    },
  };
}
