import type { TaskState } from '@fleetwarden/contract/tasks/schemas';
import { at, type Db, json, type Queryable, sql } from '../db/database.ts';
import { pageOf } from '../db/list.ts';
import type { ReplyLanguage } from '../http/language.ts';
import type { TaskText } from './task.ts';

export type TaskRow = {
  readonly id: number;
  readonly kind: string;
  readonly title_key: string;
  readonly title_params: NonNullable<TaskText['params']>;
  readonly state: TaskState;
  readonly done: number;
  readonly total: number | null;
  readonly result: unknown;
  readonly error_key: string | null;
  readonly error_params: TaskText['params'] | null;
  readonly file_id: string | null;
  readonly file_name: string | null;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
};

export type NewTask = {
  readonly kind: string;
  readonly accountId: number;
  readonly departmentId: number;
  readonly permission: string;
  readonly language: ReplyLanguage;
  readonly payload: unknown;
  readonly title: TaskText;
};

/** What an account may have of tasks. */
export type TaskBounds = {
  /** That wait or run, of the kind alone or of all but `apart`. */
  readonly most: number;
  readonly own: boolean;
  /** Kinds that are counted each by itself. */
  readonly apart: readonly string[];
  readonly sameForMs?: number | undefined;
};

/** A run that this node has begun; `runs` tells it from a later one of the same task. */
export type TaskRun = {
  readonly id: number;
  readonly runs: number;
  readonly accountId: number;
  readonly permission: string;
  readonly language: ReplyLanguage;
  readonly payload: unknown;
  /** As it was before: 'running' where an earlier run was cut off. */
  readonly was: TaskState;
};

export type MadeFile = { readonly id: string; readonly name: string };
export type Progress = { readonly done: number; readonly total: number | null };

const columns = sql`id, kind, title_key, title_params, state, done, total, result, error_key, error_params, file_id, file_name,
  created_at, started_at, finished_at`;
const active = sql`state in ('queued', 'running')`;
const mine = ({ id, runs }: Pick<TaskRun, 'id' | 'runs'>) => sql`id = ${id} and runs = ${runs} and state = 'running'`;

const hasRoom = (accountId: number, kind: string, { most, own, apart }: TaskBounds) => sql`
  (select count(*) from task where account_id = ${accountId} and ${active}
     and ${own ? sql`kind = ${kind}` : sql`kind <> all(${[...apart]})`}) < ${most}`;

/** The SQL of the task table. What a run writes takes effect only while it is the task's latest and nobody has ended it. */
export function createTaskStore(db: Db) {
  return {
    /** Adds a task, or finds the same one of a moment ago; undefined where its account has as many as it may. */
    add: async (
      tx: Queryable,
      task: NewTask,
      bounds: TaskBounds,
    ): Promise<{ readonly id: number; readonly isNew: boolean } | undefined> => {
      const { accountId, kind, payload, language } = task;
      await tx.query(sql`select from account where id = ${accountId} for update`);
      if (bounds.sameForMs !== undefined) {
        const same = await tx.first<{ id: number }>(sql`
          select id from task
          where account_id = ${accountId} and kind = ${kind} and language = ${language} and payload = ${json(payload)}::jsonb
            and department_id = ${task.departmentId} and created_at > now() - make_interval(secs => ${bounds.sameForMs / 1000})
            and (${active} or (state = 'done' and file_id is not null))
          order by id desc limit 1`);
        if (same) return { id: same.id, isNew: false };
      }
      const row = await tx.first<{ id: number }>(sql`
        insert into task (kind, account_id, department_id, permission, language, payload, title_key, title_params)
        select ${kind}, ${accountId}, ${task.departmentId}, ${task.permission}, ${language}, ${json(payload)},
               ${task.title.key}, ${json(task.title.params ?? {})}
        where ${hasRoom(accountId, kind, bounds)}
        returning id`);
      return row && { id: row.id, isNew: true };
    },

    /** Queues one that came to nothing once more; undefined where it is not theirs, or under way, or there is no room. */
    again: async (
      tx: Queryable,
      id: number,
      accountId: number,
      kind: string,
      bounds: TaskBounds,
    ): Promise<number | undefined> => {
      await tx.query(sql`select from account where id = ${accountId} for update`);
      const row = await tx.first<{ id: number }>(sql`
        update task set state = 'queued', done = 0, total = null, result = null, error_key = null, error_params = null,
               started_at = null, finished_at = null, created_at = now()
        where id = ${id} and account_id = ${accountId} and kind = ${kind} and state in ('failed', 'cancelled')
          and ${hasRoom(accountId, kind, bounds)}
        returning id`);
      return row?.id;
    },

    /** Begins a run; undefined where the task has ended or is gone, 'busy' where its account has `most` of its kind running. */
    begin: (id: number, most: number | undefined): Promise<TaskRun | 'busy' | undefined> =>
      db.transaction(async (tx) => {
        if (most !== undefined) {
          // one after the other, so that two that begin at a time count each other
          await tx.query(sql`
            select from account where id = (select account_id from task where id = ${id}) for no key update`);
          const row = await tx.first<{ others: number }>(sql`
            select count(*)::integer as others from task t join task mine on mine.account_id = t.account_id and mine.kind = t.kind
            where mine.id = ${id} and t.id <> ${id} and t.state = 'running'`);
          if (row && row.others >= most) return 'busy';
        }
        return tx.first<TaskRun>(sql`
          with was as (select id, state from task where id = ${id} and ${active} for update)
          update task set state = 'running', runs = runs + 1, started_at = now(), done = 0, total = null
          from was where task.id = was.id
          returning task.id, task.runs, task.account_id as "accountId", task.permission, task.language, task.payload, was.state as was`);
      }),

    /** Notes how far a run is; false where it is no longer the one that counts. */
    progress: async (run: TaskRun, { done, total }: Progress): Promise<boolean> =>
      (await db.run(sql`update task set done = ${done}, total = ${total} where ${mine(run)}`)) > 0,

    /** Whether a run still counts: not cancelled, and no other node runs the task. */
    counts: async (run: TaskRun): Promise<boolean> => (await db.first(sql`select id from task where ${mine(run)}`)) !== undefined,

    finish: async (run: TaskRun, { done, total }: Progress, result: unknown, file: MadeFile | undefined): Promise<boolean> =>
      (await db.run(sql`
        update task set state = 'done', done = ${done}, total = ${total}, result = ${json(result ?? null)}::jsonb,
               file_id = ${file?.id ?? null}, file_name = ${file?.name ?? null}, finished_at = now()
        where ${mine(run)}`)) > 0,

    fail: async (run: TaskRun, { done, total }: Progress, { key, params = {} }: TaskText): Promise<boolean> =>
      (await db.run(sql`
        update task set state = 'failed', done = ${done}, total = ${total}, error_key = ${key}, error_params = ${json(params)},
               finished_at = now()
        where ${mine(run)}`)) > 0,

    /** Puts a run that was cut off back, to begin again. */
    requeue: async (run: TaskRun): Promise<boolean> =>
      (await db.run(sql`update task set state = 'queued', done = 0, total = null, started_at = null where ${mine(run)}`)) > 0,

    /** Ends a task of an account; undefined where it is not theirs, or has ended. */
    cancel: (id: number, accountId: number): Promise<Progress | undefined> =>
      db.first<Progress>(sql`
        update task set state = 'cancelled', finished_at = now()
        where id = ${id} and account_id = ${accountId} and ${active} returning done, total`),

    byId: (id: number, accountId: number): Promise<TaskRow | undefined> =>
      db.first<TaskRow>(sql`select ${columns} from task where id = ${id} and account_id = ${accountId}`),

    done: (id: number, accountId: number, kind: string): Promise<{ payload: unknown; finished_at: number } | undefined> =>
      db.first(sql`
        select payload, finished_at from task
        where id = ${id} and account_id = ${accountId} and kind = ${kind} and state = 'done'`),

    /** Takes one value out of what a task of an account resolved to; undefined where it is not, or no longer, there. */
    takeOut: async (id: number, accountId: number, kind: string, key: string): Promise<unknown> => {
      const row = await db.first<{ value: unknown }>(sql`
        with was as (
          select id, result -> ${key}::text as value from task
          where id = ${id} and account_id = ${accountId} and kind = ${kind} and state = 'done' and result ? ${key}::text for update)
        update task set result = task.result - ${key}::text from was where task.id = was.id returning was.value`);
      return row?.value;
    },

    list: (accountId: number, page: { readonly limit: number; readonly offset: number }) =>
      pageOf<TaskRow>(db, { columns, from: sql`from task where account_id = ${accountId}`, order: sql`order by id desc` }, page),

    /** Takes the mark of files off tasks that ended before `before`; returns the files. */
    forgetFiles: async (before: number): Promise<string[]> => {
      const rows = await db.query<{ file_id: string }>(sql`
        with old as (select id, file_id from task where finished_at < ${at(before)} and file_id is not null for update)
        update task set file_id = null, file_name = null from old where task.id = old.id returning old.file_id`);
      return rows.map(({ file_id }) => file_id);
    },

    forget: (before: number): Promise<number> => db.run(sql`delete from task where finished_at < ${at(before)}`),
  };
}

export type TaskStore = ReturnType<typeof createTaskStore>;
