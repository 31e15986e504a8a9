import { z } from 'zod';
import type { Queryable } from '../db/database.ts';
import type { Job, JobContext } from '../jobs/job.ts';
import type { Jobs } from '../jobs/runner.ts';
import { BUSY_MS, TASKS_PER_ACCOUNT } from './limits.ts';
import type { TaskBounds, TaskRow } from './store.ts';
import type { Task } from './task.ts';

/** The kinds of tasks of this node, and the jobs that run them. */
export type TaskKinds = {
  /** Registers a kind; before the jobs start. */
  register<P>(task: Task<P>): void;
  get(kind: string): Task<never> | undefined;
  /** Queues the job of a task. `scheduled`: in the scheduled lane. */
  enqueue<P>(task: Task<P>, taskId: number, options: EnqueueOptions): Promise<void>;
  boundsOf<P>(task: Task<P>): TaskBounds;
  /** A failed task may be retried only if repeating it is safe. */
  mayRetry(row: Pick<TaskRow, 'kind' | 'state'>): boolean;
};

type EnqueueOptions = { readonly tx: Queryable; readonly scheduled?: boolean | undefined };

const JobPayload = z.object({ taskId: z.number() });
type TaskJob = Job<z.infer<typeof JobPayload>>;
/** More than a task's own limit, so that the task decides when it fails. */
const JOB_ATTEMPTS = 100;

/** `later` requeues the job with a short delay. */
type RunJob = <P>(task: Task<P>, taskId: number, job: JobContext & { readonly later: () => Promise<unknown> }) => Promise<void>;

export function createTaskKinds(jobs: Pick<Jobs, 'register' | 'enqueue'>, run: RunJob): TaskKinds {
  const kinds = new Map<string, Task<never>>();
  const jobOf = <P>(task: Task<P>, scheduled = false): TaskJob => {
    const job: TaskJob = {
      ...(scheduled
        ? ({ kind: `planned.${task.kind}`, lane: 'scheduled' } as const)
        : ({ kind: `task.${task.kind}`, lane: 'interactive' } as const)),
      payload: JobPayload,
      maxAttempts: JOB_ATTEMPTS,
      run: ({ taskId }, context) => {
        const later = () => jobs.enqueue(job, { taskId }, { runAt: Date.now() + BUSY_MS });
        return run(task, taskId, { ...context, later });
      },
    };
    return job;
  };
  return {
    register: (task) => {
      kinds.set(task.kind, task as unknown as Task<never>);
      jobs.register(jobOf(task));
      jobs.register(jobOf(task, true));
    },
    get: (kind) => kinds.get(kind),
    enqueue: async (task, taskId, { tx, scheduled }) => {
      await jobs.enqueue(jobOf(task, scheduled), { taskId }, { tx });
    },
    boundsOf: ({ perAccount, sameForMs }) => ({
      most: perAccount ? perAccount.running + perAccount.waiting : TASKS_PER_ACCOUNT,
      own: perAccount !== undefined,
      apart: [...kinds.values()].filter((task) => task.perAccount).map(({ kind }) => kind),
      sameForMs,
    }),
    mayRetry: ({ kind, state }) => (state === 'failed' || state === 'cancelled') && kinds.get(kind)?.repeatable === true,
  };
}
