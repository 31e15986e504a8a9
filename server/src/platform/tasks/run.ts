import { setTimeout as sleep } from 'node:timers/promises';
import { CallError, errors } from '@fleetwarden/contract/errors';
import type { TaskState } from '@fleetwarden/contract/tasks/schemas';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import type { SignedFiles } from '../files/signed-files.ts';
import type { Principal } from '../http/principal.ts';
import { userMay } from '../http/principal.ts';
import type { JobContext } from '../jobs/job.ts';
import type { Log } from '../observe/log.ts';
import { MAX_RUNS } from './limits.ts';
import type { MadeFile, RunStore, TaskRun } from './run-store.ts';
import type { Progress } from './store.ts';
import { type Task, TaskFault, type TaskText } from './task.ts';

export type RunDeps = {
  readonly runs: RunStore;
  readonly files: Pick<SignedFiles, 'create' | 'remove'>;
  /** The account's current principal; undefined if it may not sign in. */
  readonly principalOf: (accountId: number) => Promise<Principal | undefined>;
  readonly tell: (accountId: number, id: number, state: TaskState, progress: Progress) => void;
  readonly progressEveryMs: number;
  readonly log: Log;
  /** Runs on this node, for an immediate cancel. */
  readonly running: Map<number, AbortController>;
};

const NOTHING: Progress = { done: 0, total: null };
const interrupted: TaskText = { key: 'tasks.interrupted' };

/** Ends a run without an error: the task was cancelled, or another node runs it. */
class NoLongerWanted extends Error {}

/** Runs a task once and stores the result. Throws only if the job must be retried. */
export async function runTask<P>(
  deps: RunDeps,
  task: Task<P>,
  id: number,
  /** `later` requeues the job with a short delay. */
  job: JobContext & { readonly later: () => Promise<unknown> },
): Promise<void> {
  const { runs, tell } = deps;
  const run = await runs.begin(id, task.perAccount?.running);
  if (!run) return;
  if (run === 'busy') return void (await job.later());
  const fail = async (why: TaskText, at: Progress = NOTHING) => {
    if (await runs.fail(run, at, why)) tell(run.accountId, id, 'failed', at);
  };
  if (run.was === 'running' && !task.repeatable) return fail(interrupted);
  if (job.attempt > MAX_RUNS) return fail(interrupted);
  tell(run.accountId, id, 'running', NOTHING);

  const watch = watchRun(deps, run, job.signal, task.mostMs);
  let file: MadeFile | undefined;
  const setFile = async (made: MadeFile | undefined) => {
    const before = file;
    file = made;
    if (before) await deps.files.remove(before.id);
  };
  try {
    const account = await allowed(deps, run);
    const result = await task.run(task.payload.parse(run.payload), {
      progress: watch.progress,
      signal: watch.signal,
      account,
      departmentId: account.departmentId,
      language: run.language,
      units: run.units,
      file: async (name, write) => setFile({ id: (await deps.files.create(name, write)).id, name }),
    });
    await watch.stop();
    const at = watch.reached();
    if (await runs.finish(run, at, result, file)) tell(run.accountId, id, 'done', at);
    else await setFile(undefined);
  } catch (error) {
    await watch.stop();
    await setFile(undefined);
    if (watch.signal.reason instanceof NoLongerWanted) return;
    if (job.signal.aborted) {
      if (!task.repeatable) await fail(interrupted, watch.reached());
      else if (await runs.requeue(run)) tell(run.accountId, id, 'queued', NOTHING);
      throw error;
    }
    // The abort reason is more precise than the error that it caused.
    const why = watch.signal.aborted ? watch.signal.reason : error;
    if (task.repeatable && job.attempt < MAX_RUNS && isDatabaseUnavailable(why)) {
      if (await runs.requeue(run)) tell(run.accountId, id, 'queued', NOTHING);
      throw error;
    }
    if (!(why instanceof CallError || why instanceof TaskFault))
      deps.log.error({ err: why, task: id, kind: task.kind }, 'task failed');
    await fail(reasonOf(why), watch.reached());
  }
}

/** The task's account, with its permission checked again. Throws CallError accountDisabled or forbidden. */
async function allowed({ principalOf }: RunDeps, { accountId, permission }: TaskRun): Promise<Principal> {
  const principal = await principalOf(accountId);
  if (!principal) throw new CallError('accountDisabled', `account ${accountId}`);
  if (!userMay(principal, permission as Parameters<typeof userMay>[1])) throw new CallError('forbidden', permission);
  return principal;
}

/** Errors of a full disk. */
const DISK_FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

const reasonOf = (error: unknown): TaskText => {
  if (error instanceof TaskFault) return error.text;
  if (DISK_FULL.has((error as NodeJS.ErrnoException | undefined)?.code ?? '')) return { key: 'tasks.diskFull' };
  return error instanceof CallError ? { key: errors[error.kind].key, params: error.params } : { key: errors.internal.key };
};

type Watch = {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total?: number | null) => void;
  readonly reached: () => Progress;
  stop(): Promise<void>;
};

/** Stores progress at intervals, and aborts the run when it is no longer wanted. */
function watchRun(deps: RunDeps, run: TaskRun, stopping: AbortSignal, mostMs: number | undefined): Watch {
  const { runs, running, tell } = deps;
  const cancel = new AbortController();
  const ended = new AbortController();
  running.set(run.id, cancel);
  const clock =
    mostMs === undefined
      ? undefined
      : setTimeout(() => {
          const minutes = Math.max(1, Math.round(mostMs / MINUTE_MS));
          cancel.abort(new TaskFault({ key: 'tasks.tookTooLong', params: { minutes } }));
        }, mostMs);
  let at: Progress = NOTHING;
  let told: Progress = at;

  const look = async () => {
    const now = at;
    const isNew = now !== told;
    const counts = isNew ? await runs.progress(run, now) : await runs.counts(run);
    if (!counts) return cancel.abort(new NoLongerWanted());
    if (!isNew) return;
    told = now;
    tell(run.accountId, run.id, 'running', now);
  };
  const looking = (async () => {
    while (!ended.signal.aborted) {
      await sleep(deps.progressEveryMs, undefined, { signal: ended.signal }).catch(() => undefined);
      if (!ended.signal.aborted) await look().catch((err) => deps.log.debug({ err, task: run.id }, 'progress was not noted'));
    }
  })();

  return {
    signal: AbortSignal.any([cancel.signal, stopping]),
    progress: (done, total = at.total) => {
      at = { done, total };
    },
    reached: () => at,
    stop: async () => {
      clearTimeout(clock);
      ended.abort();
      await looking;
      if (running.get(run.id) === cancel) running.delete(run.id);
    },
  };
}

/** Aborts the run of a task if it is on this node. */
export const cancelRun = (running: RunDeps['running'], id: number): void => running.get(id)?.abort(new NoLongerWanted());
