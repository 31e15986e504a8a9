import type { TaskState } from '@fleetwarden/contract/tasks/schemas';
import type { UnitSystem } from '@fleetwarden/domain/units';
import { type Db, json, sql } from '../db/database.ts';
import type { ReplyLanguage } from '../http/language.ts';
import { active, type Progress } from './store.ts';
import type { TaskText } from './task.ts';

/** A run started by this node; `runs` is its fencing token. */
export type TaskRun = {
  readonly id: number;
  readonly runs: number;
  readonly accountId: number;
  readonly permission: string;
  readonly language: ReplyLanguage;
  readonly units: UnitSystem;
  readonly payload: unknown;
  /** The previous state: 'running' if an earlier run was interrupted. */
  readonly was: TaskState;
};

export type MadeFile = { readonly id: string; readonly name: string };

const mine = ({ id, runs }: Pick<TaskRun, 'id' | 'runs'>) => sql`id = ${id} and runs = ${runs} and state = 'running'`;

/** SQL of the runs of tasks. A run's writes apply only while it is the latest run and the task has not ended. */
export function createRunStore(db: Db) {
  return {
    /** Starts a run; undefined if the task has ended, 'busy' if the account has `most` of its kind running. */
    begin: (id: number, most: number | undefined): Promise<TaskRun | 'busy' | undefined> =>
      db.transaction(async (tx) => {
        if (most !== undefined) {
          // Serialised, so that parallel starts count each other.
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
          returning task.id, task.runs, task.account_id as "accountId", task.permission, task.language, task.units, task.payload, was.state as was`);
      }),

    /** Stores progress; false if the run is no longer the latest. */
    progress: async (run: TaskRun, { done, total }: Progress): Promise<boolean> =>
      (await db.run(sql`update task set done = ${done}, total = ${total} where ${mine(run)}`)) > 0,

    /** Whether the run is still the latest and not cancelled. */
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

    /** Requeues an interrupted run. */
    requeue: async (run: TaskRun): Promise<boolean> =>
      (await db.run(sql`update task set state = 'queued', done = 0, total = null, started_at = null where ${mine(run)}`)) > 0,
  };
}

export type RunStore = ReturnType<typeof createRunStore>;
