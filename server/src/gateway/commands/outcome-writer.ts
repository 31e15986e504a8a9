import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { CommandStore, Outcome } from './command-store.ts';

/** Batching delay, ms. After a batch of many outcomes the next one waits longer, so that locations do not wait for its commits. */
const BATCH_DELAY_MS = 10;
const FLOOD_DELAY_MS = 100;
const FLOOD_ROWS = 10;
/** Retry delay while the database is down, ms. */
const RETRY_MS = 1_000;
const MAX_BATCH_ROWS = 1_000;

export type OutcomeWriter = {
  /** Queues an outcome. `onWritten` is called after the write. */
  add(outcome: Outcome, onWritten: () => void): void;
  /** Writes the queue once; fails silently if the database is down. */
  stop(): Promise<void>;
};

/** Number of outcomes for one statement, which changes each command once: a late answer may follow the timeout at once. */
function countUnlike(waiting: readonly { readonly outcome: Outcome }[]): number {
  const ids = new Set<number>();
  const repeated = waiting.findIndex(({ outcome }) => ids.size === ids.add(outcome.id).size);
  return Math.min(repeated < 0 ? waiting.length : repeated, MAX_BATCH_ROWS);
}

/** Writes outcomes of commands in batches, then publishes the change. */
export function createOutcomeWriter(deps: {
  readonly store: CommandStore;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly now: () => number;
}): OutcomeWriter {
  const { store, bus, log, now } = deps;
  let waiting: { readonly outcome: Outcome; readonly onWritten: () => void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<boolean> = Promise.resolve(true);
  let delayMs = BATCH_DELAY_MS;

  const write = async (): Promise<boolean> => {
    delayMs = waiting.length < FLOOD_ROWS ? BATCH_DELAY_MS : FLOOD_DELAY_MS;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, countUnlike(waiting));
      try {
        const ids = await store.settle(
          batch.map(({ outcome }) => outcome),
          now(),
        );
        if (ids.length > 0) bus.publish('command.changed', { ids });
      } catch (error) {
        log.warn({ err: error, commands: waiting.length }, 'outcomes of commands not written, retrying');
        return false;
      }
      waiting = waiting.slice(batch.length);
      for (const { onWritten } of batch) onWritten();
    }
    return true;
  };

  const schedule = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      writing = writing.then(write);
      void writing.then((done) => {
        if (!done) schedule(RETRY_MS);
      });
    }, ms);
  };

  return {
    add: (outcome, onWritten) => {
      waiting.push({ outcome, onWritten });
      schedule(delayMs);
    },
    stop: async () => {
      clearTimeout(timer);
      writing = writing.then(write);
      await writing;
      clearTimeout(timer);
    },
  };
}
