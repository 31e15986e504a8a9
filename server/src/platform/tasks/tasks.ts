import { CallError } from '@fleetwarden/contract/errors';
import type { TaskNews, Task as TaskReply, tasksCalls } from '@fleetwarden/contract/tasks';
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
import { PROGRESS_EVERY_MS, TASK_FILES_KEPT_MS, TASKS_KEPT_MS, TASKS_PER_ACCOUNT } from './limits.ts';
import { cancelRun, type RunDeps, runTask } from './run.ts';
import { createTaskStore, type TaskRow } from './store.ts';
import type { Task, TaskStart, TaskText } from './task.ts';

export type TasksOptions = {
  readonly db: Db;
  readonly jobs: Pick<Jobs, 'register' | 'enqueue'>;
  /** Where the files of tasks are; kept longer than TASK_FILES_KEPT_MS. */
  readonly files: Pick<SignedFiles, 'create' | 'remove' | 'addressOf'>;
  readonly principalOf: RunDeps['principalOf'];
  /** Tells the consoles of an account. */
  readonly tell: (accountId: number, news: TaskNews) => void;
  readonly textOf: TextOf;
  readonly log: Log;
  readonly progressEveryMs?: number;
};

export type Tasks = {
  /** Makes a kind known to this node; before the jobs start. */
  register<P>(task: Task<P>): void;
  /** Queues a task; resolves to its id. Throws CallError tooMany where the account has too many that wait or run. */
  start<P>(task: Task<P>, payload: P, by: TaskStart): Promise<string>;
  /** What a task of this kind that an account started was to do, once it is done; undefined where there is none such. */
  doneOf<P>(
    task: Task<P>,
    id: string,
    accountId: number,
  ): Promise<{ readonly payload: P; readonly finishedAt: number } | undefined>;
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
  const { db, jobs, files, textOf, log } = options;
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
  const jobOf = <P>(task: Task<P>): Job<z.infer<typeof JobPayload>> => ({
    kind: `task.${task.kind}`,
    payload: JobPayload,
    maxAttempts: JOB_ATTEMPTS,
    run: ({ taskId }, job) => runTask(deps, task, taskId, job),
  });
  const own = async (id: string, accountId: number): Promise<TaskRow> => {
    const row = await store.byId(Number(id), accountId);
    // somebody else's answers like an unknown one
    if (!row) throw new CallError('notFound', `task ${id}`);
    return row;
  };
  const shown = replyOf(textOf);

  return {
    register: (task) => jobs.register(jobOf(task)),
    start: async (task, payload, { user, permission, language, title, tx: within }) => {
      const { accountId, departmentId } = user;
      const row = { kind: task.kind, accountId, departmentId, permission, language, payload: task.payload.parse(payload), title };
      const add = async (tx: Queryable) => {
        const taskId = await store.add(tx, row, TASKS_PER_ACCOUNT);
        if (taskId === undefined) throw new CallError('tooMany', `${TASKS_PER_ACCOUNT} tasks of an account at a time`);
        await jobs.enqueue(jobOf(task), { taskId }, { tx });
        return taskId;
      };
      const id = within ? await add(within) : await db.transaction(add);
      // whether it is there at all, a transaction of others says: its beginning is the first that is told of it
      if (!within) tell(accountId, id, 'queued', { done: 0, total: null });
      return String(id);
    },
    doneOf: async (task, id, accountId) => {
      const row = await store.done(Number(id), accountId, task.kind);
      return row && { payload: task.payload.parse(row.payload), finishedAt: row.finished_at };
    },
    takeOut: (task, id, accountId, key) => store.takeOut(Number(id), accountId, task.kind, key),
    handlers: {
      listTask: async (_data, { user, page, language }) => {
        const { rows, total } = await store.list(user.accountId, page);
        return { list: rows.map((row) => shown(row, language)), total };
      },
      getTask: async ({ id }, { user, language }) => {
        const row = await own(id, user.accountId);
        return { ...shown(row, language), result: row.result };
      },
      cancelTask: async ({ id }, { user }) => {
        const row = await own(id, user.accountId);
        const reached = await store.cancel(row.id, user.accountId);
        if (!reached) return {};
        cancelRun(running, row.id);
        tell(user.accountId, row.id, 'cancelled', reached);
        return {};
      },
      getTaskFile: async ({ id }, { user }) => {
        const { file_id: file, file_name: name } = await own(id, user.accountId);
        if (file === null || name === null) throw new CallError('notFound', `file of task ${id}`);
        return { url: files.addressOf(file, name) };
      },
    },
    cleanup: async (now) => {
      const old = await store.forgetFiles(now - TASK_FILES_KEPT_MS);
      for (const id of old) await files.remove(id);
      return old.length + (await store.forget(now - TASKS_KEPT_MS));
    },
  };
}

function replyOf(textOf: TextOf): (row: TaskRow, language: ReplyLanguage) => TaskReply {
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
