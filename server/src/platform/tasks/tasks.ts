import { setTimeout as sleep } from 'node:timers/promises';
import { CallError } from '@fleetwarden/contract/errors';
import type { tasksCalls } from '@fleetwarden/contract/tasks/routes';
import type { TaskNews, Task as TaskReply } from '@fleetwarden/contract/tasks/schemas';
import { z } from 'zod';
import type { Db, Queryable } from '../db/database.ts';
import type { SignedFiles } from '../files/signed-files.ts';
import type { Handlers } from '../http/handlers.ts';
import type { ReplyLanguage } from '../http/language.ts';
import { filled, type TextOf } from '../http/replies.ts';
import type { Job } from '../jobs/job.ts';
import type { Cleanup } from '../jobs/maintenance.ts';
import type { Jobs } from '../jobs/runner.ts';
import type { Log } from '../observe/log.ts';
import {
  BUSY_MS,
  LOOK_MS,
  MAX_LOOK_MS,
  PROGRESS_EVERY_MS,
  TASK_FILES_KEPT_MS,
  TASKS_KEPT_MS,
  TASKS_PER_ACCOUNT,
} from './limits.ts';
import { cancelRun, type RunDeps, runTask } from './run.ts';
import { createTaskStore, type TaskBounds, type TaskRow } from './store.ts';
import type { Task, TaskStart, TaskText } from './task.ts';

export type TasksOptions = {
  readonly db: Db;
  readonly jobs: Pick<Jobs, 'register' | 'enqueue'>;
  /** Where the files of tasks are; kept for MAX_TASK_FILES_MS. */
  readonly files: Pick<SignedFiles, 'create' | 'remove' | 'addressOf' | 'sizeOf'>;
  readonly principalOf: RunDeps['principalOf'];
  /** Tells the consoles of an account. */
  readonly tell: (accountId: number, news: TaskNews) => void;
  readonly textOf: TextOf;
  readonly log: Log;
  readonly progressEveryMs?: number;
  /** How long files of tasks that ended are kept now; MAX_TASK_FILES_MS at the most. */
  readonly filesKeptMs?: () => Promise<number>;
};

export type Tasks = {
  /** Makes a kind known to this node; before the jobs start. */
  register<P>(task: Task<P>): void;
  /** Queues a task; resolves to its id, or that of the same one of a moment ago. Throws CallError tooMany where the account has too many. */
  start<P>(task: Task<P>, payload: P, by: TaskStart): Promise<string>;
  /** What a task of this kind that an account started was to do, once it is done; undefined where there is none such. */
  doneOf<P>(
    task: Task<P>,
    id: string,
    accountId: number,
  ): Promise<{ readonly payload: P; readonly finishedAt: number } | undefined>;
  /**
   * The address of the file that a task an account started makes, as soon as it is there; undefined where that takes longer than `ms`,
   * where it has more than `most` to do, and where nothing comes of it.
   */
  fileSoon(id: string, accountId: number, within: { readonly ms: number; readonly most: number }): Promise<string | undefined>;
  /** Takes a value out of what a task that an account started resolved to: nobody gets it again. undefined where there is none. */
  takeOut<P>(task: Task<P>, id: string, accountId: number, key: string): Promise<unknown>;
  readonly handlers: Handlers<typeof tasksCalls>;
  /** For the maintenance job: files and tasks past their time. */
  readonly cleanup: Cleanup;
};

const JobPayload = z.object({ taskId: z.number() });
/** More than a task's own limit: it is the task that says when it is given up. */
const JOB_ATTEMPTS = 100;

/** Work that people wait for: they see how far it is, cancel it, and fetch the file it made. Each sees their own only. */
export function createTasks(options: TasksOptions): Tasks {
  const { db, jobs, files, textOf, log, filesKeptMs = async () => TASK_FILES_KEPT_MS } = options;
  const kinds = new Map<string, Task<never>>();
  const store = createTaskStore(db);
  const running: RunDeps['running'] = new Map();
  const tell: RunDeps['tell'] = (accountId, id, state, progress) =>
    options.tell(accountId, { id: String(id), state, done: progress.done, total: progress.total });
  const deps: RunDeps = {
    store,
    files,
    principalOf: options.principalOf,
    tell,
    progressEveryMs: options.progressEveryMs ?? PROGRESS_EVERY_MS,
    log,
    running,
  };
  const jobOf = <P>(task: Task<P>, planned = false): Job<z.infer<typeof JobPayload>> => {
    const job: Job<z.infer<typeof JobPayload>> = {
      ...(planned
        ? ({ kind: `planned.${task.kind}`, lane: 'planned' } as const)
        : ({ kind: `task.${task.kind}`, lane: 'asked' } as const)),
      payload: JobPayload,
      maxAttempts: JOB_ATTEMPTS,
      run: ({ taskId }, context) => {
        const later = () => jobs.enqueue(job, { taskId }, { runAt: Date.now() + BUSY_MS });
        return runTask(deps, task, taskId, { ...context, later });
      },
    };
    return job;
  };
  const own = async (id: string, accountId: number): Promise<TaskRow> => {
    const row = await store.byId(Number(id), accountId);
    // somebody else's answers like an unknown one
    if (!row) throw new CallError('notFound', `task ${id}`);
    return row;
  };
  const boundsOf = <P>({ perAccount, sameForMs }: Task<P>): TaskBounds => ({
    most: perAccount ? perAccount.running + perAccount.waiting : TASKS_PER_ACCOUNT,
    own: perAccount !== undefined,
    apart: [...kinds.values()].filter((task) => task.perAccount).map(({ kind }) => kind),
    sameForMs,
  });
  const tooMany = (most: number) => new CallError('tooMany', `${most} tasks of an account at a time`);
  /** What a failure leaves may be tried again where doing it twice does no harm. */
  const mayRetry = ({ kind, state }: Pick<TaskRow, 'kind' | 'state'>): boolean =>
    (state === 'failed' || state === 'cancelled') && kinds.get(kind)?.repeatable === true;
  const said = wordsOf(textOf);
  const shown = async (row: TaskRow, language: ReplyLanguage, keptMs: number): Promise<TaskReply> => {
    const file = row.file_id === null ? undefined : await files.sizeOf(row.file_id);
    return {
      ...said(row, language),
      fileBytes: file ?? null,
      fileUntil: row.file_id === null || row.finished_at === null ? null : row.finished_at + keptMs,
      mayRetry: mayRetry(row),
    };
  };

  return {
    register: (task) => {
      kinds.set(task.kind, task as unknown as Task<never>);
      jobs.register(jobOf(task));
      jobs.register(jobOf(task, true));
    },
    start: async (task, payload, { user, permission, language, title, planned, tx: within }) => {
      const { accountId, departmentId } = user;
      const row = { kind: task.kind, accountId, departmentId, permission, language, payload: task.payload.parse(payload), title };
      const bounds = boundsOf(task);
      const add = async (tx: Queryable) => {
        const added = await store.add(tx, row, bounds);
        if (!added) throw tooMany(bounds.most);
        if (added.isNew) await jobs.enqueue(jobOf(task, planned), { taskId: added.id }, { tx });
        return added;
      };
      const { id, isNew } = within ? await add(within) : await db.transaction(add);
      // whether it is there at all, a transaction of others says: its beginning is the first that is told of it
      if (isNew && !within) tell(accountId, id, 'queued', { done: 0, total: null });
      return String(id);
    },
    doneOf: async (task, id, accountId) => {
      const row = await store.done(Number(id), accountId, task.kind);
      return row && { payload: task.payload.parse(row.payload), finishedAt: row.finished_at };
    },
    fileSoon: async (id, accountId, { ms, most }) => {
      const row = await ended(() => store.byId(Number(id), accountId), { until: Date.now() + ms, most });
      return row?.state === 'done' && row.file_id !== null && row.file_name !== null
        ? files.addressOf(row.file_id, row.file_name)
        : undefined;
    },
    takeOut: (task, id, accountId, key) => store.takeOut(Number(id), accountId, task.kind, key),
    handlers: {
      listTask: async (_data, { user, page, language }) => {
        const { rows, total } = await store.list(user.accountId, page);
        const keptMs = await filesKeptMs();
        return { list: await Promise.all(rows.map((row) => shown(row, language, keptMs))), total };
      },
      getTask: async ({ id }, { user, language }) => {
        const row = await own(id, user.accountId);
        return { ...(await shown(row, language, await filesKeptMs())), result: row.result };
      },
      cancelTask: async ({ id }, { user }) => {
        const row = await own(id, user.accountId);
        const reached = await store.cancel(row.id, user.accountId);
        if (!reached) return {};
        cancelRun(running, row.id);
        tell(user.accountId, row.id, 'cancelled', reached);
        return {};
      },
      retryTask: async ({ id }, { user, note, language }) => {
        const row = await own(id, user.accountId);
        note({ object: said(row, language).title });
        const task = kinds.get(row.kind);
        if (!task || !mayRetry(row)) throw new CallError('notFound', `task ${id} to be tried again`);
        const bounds = boundsOf(task);
        await db.transaction(async (tx) => {
          if ((await store.again(tx, row.id, user.accountId, row.kind, bounds)) === undefined) throw tooMany(bounds.most);
          await jobs.enqueue(jobOf(task), { taskId: row.id }, { tx });
        });
        tell(user.accountId, row.id, 'queued', { done: 0, total: null });
        return {};
      },
      getTaskFile: async ({ id }, { user, note }) => {
        const { file_id: file, file_name: name } = await own(id, user.accountId);
        note({ object: name ?? id });
        if (file === null || name === null) throw new CallError('notFound', `file of task ${id}`);
        return { url: files.addressOf(file, name) };
      },
    },
    cleanup: async (now) => {
      const old = await store.forgetFiles(now - (await filesKeptMs()));
      for (const id of old) await files.remove(id);
      return old.length + (await store.forget(now - TASKS_KEPT_MS));
    },
  };
}

/** A task once it has ended, looked at more and more rarely; as it is then where it has more than `most` to do, or `until` is over. */
async function ended(
  look: () => Promise<TaskRow | undefined>,
  { until, most }: { readonly until: number; readonly most: number },
): Promise<TaskRow | undefined> {
  for (let pause = LOOK_MS; ; pause = Math.min(2 * pause, MAX_LOOK_MS)) {
    const row = await look();
    const isUnderWay = row?.state === 'queued' || row?.state === 'running';
    if (!isUnderWay || (row.total ?? 0) > most || Date.now() + pause > until) return row;
    await sleep(pause);
  }
}

/** What a row says of a task, in words. */
function wordsOf(
  textOf: TextOf,
): (row: TaskRow, language: ReplyLanguage) => Omit<TaskReply, 'fileBytes' | 'fileUntil' | 'mayRetry'> {
  return (row, language) => {
    const say = ({ key, params }: TaskText) => filled(textOf(language, key), params);
    const { error_key: key, error_params: params } = row;
    return {
      id: String(row.id),
      kind: row.kind,
      title: say({ key: row.title_key, params: row.title_params }),
      state: row.state,
      done: row.done,
      total: row.total,
      error: key === null ? null : say({ key, params: params ?? {} }),
      fileName: row.file_name,
      createdAt: row.created_at,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
    };
  };
}
