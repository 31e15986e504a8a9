import type { Log } from '../../../platform/observe/log.ts';
import { createSerialQueue } from '../../../platform/serial-queue.ts';

/** Tasks whose files are converted and stored, one after another. A long conversion holds up no sweep. */
export type Storing = {
  /** Stores the files of a task later. A failure is logged: the next sweep tries again. */
  begin(taskId: number, work: () => Promise<void>): void;
  /** The tasks that were begun and have not ended. */
  ids(): ReadonlySet<number>;
  /** Resolves when the files of a task are not being stored. */
  ended(taskId: number): Promise<void>;
  /** Resolves when no files are being stored. */
  idle(): Promise<void>;
};

export function createStoring(log: Log): Storing {
  const tasks = new Map<number, Promise<void>>();
  const queue = createSerialQueue();
  return {
    begin: (taskId, work) => {
      const stored = queue
        .run(work)
        .catch((err: unknown) =>
          log.error({ err, task: taskId }, 'files of a download are not stored, the next sweep tries again'),
        )
        .finally(() => tasks.delete(taskId));
      tasks.set(taskId, stored);
    },
    ids: () => new Set(tasks.keys()),
    ended: async (taskId) => tasks.get(taskId),
    idle: queue.idle,
  };
}
