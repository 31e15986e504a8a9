import { setTimeout as sleep } from 'node:timers/promises';
import { CallError } from '@fleetwarden/contract/errors';
import type { tasksCalls } from '@fleetwarden/contract/tasks/routes';
import type { TaskNews, Task as TaskReply } from '@fleetwarden/contract/tasks/schemas';
import type { Db, Queryable } from '../db/database.ts';
import type { SignedFiles } from '../files/signed-files.ts';
import type { Handlers } from '../http/handlers.ts';
import type { ReplyLanguage } from '../http/language.ts';
import { filled, type GetText } from '../http/replies.ts';
import type { Cleanup } from '../jobs/maintenance.ts';
import type { Jobs } from '../jobs/runner.ts';
import type { Log } from '../observe/log.ts';
import { createTaskKinds } from './kinds.ts';
import { LOOK_MS, MAX_LOOK_MS, PROGRESS_EVERY_MS, TASK_FILES_KEPT_MS, TASKS_KEPT_MS } from './limits.ts';
import { cancelRun, type RunDeps, runTask } from './run.ts';
import { createRunStore } from './run-store.ts';
import { createTaskStore, type TaskRow } from './store.ts';
import type { Task, TaskStart, TaskText } from './task.ts';

export type TasksOptions = {
  readonly db: Db;
  readonly jobs: Pick<Jobs, 'register' | 'enqueue'>;
  /** Storage of task files, for MAX_TASK_FILES_MS. */
  readonly files: Pick<SignedFiles, 'create' | 'remove' | 'addressOf' | 'sizeOf'>;
  readonly principalOf: RunDeps['principalOf'];
  /** Publishes to the consoles of an account. */
  readonly tell: (accountId: number, news: TaskNews) => void;
  readonly getText: GetText;
  readonly log: Log;
  readonly progressEveryMs?: number;
  /** Current setting for keeping files; at most MAX_TASK_FILES_MS. */
  readonly filesKeptMs?: () => Promise<number>;
};

/** `session`: the address ends with it. */
type SoonBounds = { readonly ms: number; readonly most: number; readonly session?: string };

export type Tasks = {
  /** Registers a kind on this node; before the jobs start. */
  register<P>(task: Task<P>): void;
  /** Queues a task; resolves to its id, or to that of a recent identical task. Throws CallError tooMany at the account's limit. */
  start<P>(task: Task<P>, payload: P, by: TaskStart): Promise<string>;
  /** The payload of a completed task of this account and kind, or undefined. */
  doneOf<P>(
    task: Task<P>,
    id: string,
    accountId: number,
  ): Promise<{ readonly payload: P; readonly finishedAt: number } | undefined>;
  /**
   * The file address of an account's task as soon as it exists; undefined if that takes longer than `ms`, the task has more than
   * `most` to do, or it fails.
   */
  fileSoon(id: string, accountId: number, within: SoonBounds): Promise<string | undefined>;
  /** Removes a value from the result of an account's task and returns it, once; undefined if there is none. */
  takeOut<P>(task: Task<P>, id: string, accountId: number, key: string): Promise<unknown>;
  readonly handlers: Handlers<typeof tasksCalls>;
  /** For the maintenance job: deletes expired files and tasks. */
  readonly cleanup: Cleanup;
};

/** Work that users wait for: they see its progress, cancel it and download its file. Users see only their own tasks. */
export function createTasks(options: TasksOptions): Tasks {
  const { db, jobs, files, getText, log, filesKeptMs = async () => TASK_FILES_KEPT_MS } = options;
  const store = createTaskStore(db);
  const running: RunDeps['running'] = new Map();
  const tell: RunDeps['tell'] = (accountId, id, state, progress) =>
    options.tell(accountId, { id: String(id), state, done: progress.done, total: progress.total });
  const deps: RunDeps = {
    runs: createRunStore(db),
    files,
    principalOf: options.principalOf,
    tell,
    progressEveryMs: options.progressEveryMs ?? PROGRESS_EVERY_MS,
    log,
    running,
  };
  const kinds = createTaskKinds(jobs, (task, taskId, job) => runTask(deps, task, taskId, job));
  const own = async (id: string, accountId: number): Promise<TaskRow> => {
    const row = await store.byId(Number(id), accountId);
    // Another account's task gets the same answer as an unknown one.
    if (!row) throw new CallError('notFound', `task ${id}`);
    return row;
  };
  const tooMany = (most: number) => new CallError('tooMany', `${most} tasks of an account at a time`);
  const said = wordsOf(getText);
  const shown = async (row: TaskRow, language: ReplyLanguage, keptMs: number): Promise<TaskReply> => {
    const file = row.file_id === null ? undefined : await files.sizeOf(row.file_id);
    return {
      ...said(row, language),
      fileBytes: file ?? null,
      fileUntil: row.file_id === null || row.finished_at === null ? null : row.finished_at + keptMs,
      mayRetry: kinds.mayRetry(row),
    };
  };

  return {
    register: kinds.register,
    start: async (task, payload, { user, permission, language, title, scheduled, tx: within }) => {
      const { accountId, departmentId } = user;
      const row = { kind: task.kind, accountId, departmentId, permission, language, payload: task.payload.parse(payload), title };
      const bounds = kinds.boundsOf(task);
      const add = async (tx: Queryable) => {
        const added = await store.add(tx, row, bounds);
        if (!added) throw tooMany(bounds.most);
        if (added.isNew) await kinds.enqueue(task, added.id, { tx, scheduled });
        return added;
      };
      const { id, isNew } = within ? await add(within) : await db.transaction(add);
      // In the caller's transaction the task may not exist yet: its start is the first news.
      if (isNew && !within) tell(accountId, id, 'queued', { done: 0, total: null });
      return String(id);
    },
    doneOf: async (task, id, accountId) => {
      const row = await store.done(Number(id), accountId, task.kind);
      return row && { payload: task.payload.parse(row.payload), finishedAt: row.finished_at };
    },
    fileSoon: async (id, accountId, { ms, most, session }) => {
      const row = await ended(() => store.byId(Number(id), accountId), { until: Date.now() + ms, most });
      return row?.state === 'done' && row.file_id !== null && row.file_name !== null
        ? files.addressOf(row.file_id, row.file_name, { session })
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
        if (!task || !kinds.mayRetry(row)) throw new CallError('notFound', `task ${id} to be tried again`);
        const bounds = kinds.boundsOf(task);
        await db.transaction(async (tx) => {
          if ((await store.again(tx, row.id, user.accountId, row.kind, bounds)) === undefined) throw tooMany(bounds.most);
          await kinds.enqueue(task, row.id, { tx });
        });
        tell(user.accountId, row.id, 'queued', { done: 0, total: null });
        return {};
      },
      getTaskFile: async ({ id }, { user, note }) => {
        const { file_id: file, file_name: name } = await own(id, user.accountId);
        note({ object: name ?? id });
        if (file === null || name === null) throw new CallError('notFound', `file of task ${id}`);
        return { url: files.addressOf(file, name, { session: user.prefix }) };
      },
    },
    cleanup: async (now) => {
      const old = await store.forgetFiles(now - (await filesKeptMs()));
      for (const id of old) await files.remove(id);
      return old.length + (await store.forget(now - TASKS_KEPT_MS));
    },
  };
}

/** Polls a task until it ends, with growing intervals. Returns early if it has more than `most` to do or `until` has passed. */
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

/** The texts of a task row. */
function wordsOf(
  getText: GetText,
): (row: TaskRow, language: ReplyLanguage) => Omit<TaskReply, 'fileBytes' | 'fileUntil' | 'mayRetry'> {
  return (row, language) => {
    const say = ({ key, params }: TaskText) => filled(getText(language, key), params);
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
