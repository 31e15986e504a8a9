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

/** Task limits of an account. */
export type TaskBounds = {
  /** Queued or running tasks of the kind alone, or of all kinds but `apart`. */
  readonly most: number;
  readonly own: boolean;
  /** Kinds with their own limit. */
  readonly apart: readonly string[];
  readonly sameForMs?: number | undefined;
};

export type Progress = { readonly done: number; readonly total: number | null };

const columns = sql`id, kind, title_key, title_params, state, done, total, result, error_key, error_params, file_id, file_name,
  created_at, started_at, finished_at`;
/** Tasks that have not ended. */
export const active = sql`state in ('queued', 'running')`;

/** The units in an account's settings. */
const unitsOf = (accountId: number) => sql`
  (select case when count(*) > 0 then 'imperial' else 'metric' end from setting_value
   where account_id = ${accountId} and key = 'ui' and value ->> 'units' = 'imperial')`;

const hasRoom = (accountId: number, kind: string, { most, own, apart }: TaskBounds) => sql`
  (select count(*) from task where account_id = ${accountId} and ${active}
     and ${own ? sql`kind = ${kind}` : sql`kind <> all(${[...apart]})`}) < ${most}`;

/** SQL of the task table. */
export function createTaskStore(db: Db) {
  return {
    /** Adds a task, or returns a recent identical one; undefined if the account has too many. */
    add: async (
      tx: Queryable,
      task: NewTask,
      bounds: TaskBounds,
    ): Promise<{ readonly id: number; readonly isNew: boolean } | undefined> => {
      const { accountId, kind, payload, language } = task;
      await tx.query(sql`select from account where id = ${accountId} for update`);
      const units = unitsOf(accountId);
      if (bounds.sameForMs !== undefined) {
        const same = await tx.first<{ id: number }>(sql`
          select id from task
          where account_id = ${accountId} and kind = ${kind} and language = ${language} and units = ${units} and payload = ${json(payload)}::jsonb
            and department_id = ${task.departmentId} and created_at > now() - make_interval(secs => ${bounds.sameForMs / 1000})
            and (${active} or (state = 'done' and file_id is not null))
          order by id desc limit 1`);
        if (same) return { id: same.id, isNew: false };
      }
      const row = await tx.first<{ id: number }>(sql`
        insert into task (kind, account_id, department_id, permission, language, units, payload, title_key, title_params)
        select ${kind}, ${accountId}, ${task.departmentId}, ${task.permission}, ${language}, ${units}, ${json(payload)},
               ${task.title.key}, ${json(task.title.params ?? {})}
        where ${hasRoom(accountId, kind, bounds)}
        returning id`);
      return row && { id: row.id, isNew: true };
    },

    /** Queues a failed task again; undefined if it belongs to another account, is running, or the limit is reached. */
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

    /** Cancels a task of an account; undefined if it belongs to another one or has ended. */
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

    /** Removes one value from a task's result and returns it; undefined if there is none. */
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

    /** Clears the file references of tasks that ended before `before`; returns the files. */
    forgetFiles: async (before: number): Promise<string[]> => {
      const rows = await db.query<{ file_id: string }>(sql`
        with old as (select id, file_id from task where finished_at < ${at(before)} and file_id is not null for update)
        update task set file_id = null, file_name = null from old where task.id = old.id returning old.file_id`);
      return rows.map(({ file_id }) => file_id);
    },

    forget: (before: number): Promise<number> => db.run(sql`delete from task where finished_at < ${at(before)}`),
  };
}
