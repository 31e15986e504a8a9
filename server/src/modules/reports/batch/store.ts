import type { TaskState } from '@fleetwarden/contract/tasks/schemas';
import { type Db, json, sql } from '../../../platform/db/database.ts';
import { pageOf } from '../../../platform/db/list.ts';
import type { PageWindow } from '../../../platform/http/page.ts';
import type { BatchRequest } from './package-task.ts';

export type BatchRow = {
  readonly id: number;
  readonly accountId: number;
  readonly userName: string;
  readonly payload: BatchRequest;
  readonly state: TaskState;
  readonly done: number;
  readonly total: number | null;
  readonly result: { readonly bytes: number; readonly reports: number; readonly failed: number } | null;
  readonly errorKey: string | null;
  readonly errorParams: Readonly<Record<string, string | number>> | null;
  readonly fileName: string | null;
  readonly finishedAt: number | null;
};

/** Batch tasks of users of these departments, for companies within them, newest first. */
export const listBatches = (
  db: Db,
  wanted: {
    readonly kind: string;
    readonly departments: readonly number[];
    readonly deptId: number | undefined;
    readonly month: string | undefined;
  },
  page: PageWindow,
) =>
  pageOf<BatchRow>(
    db,
    {
      columns: sql`t.id, t.account_id as "accountId", a.user_name as "userName", t.payload, t.state, t.done, t.total, t.result,
        t.error_key as "errorKey", t.error_params as "errorParams", t.file_name as "fileName", t.finished_at as "finishedAt"`,
      // a user who moved to a smaller department must not see files of the larger one
      from: sql`from task t join account a on a.id = t.account_id
        where t.kind = ${wanted.kind} and a.department_id = any(${[...wanted.departments]})
          and t.payload -> 'deptIds' <@ ${json(wanted.departments)}::jsonb
          ${wanted.deptId === undefined ? sql`` : sql`and t.payload -> 'deptIds' @> ${json([wanted.deptId])}::jsonb`}
          ${wanted.month === undefined ? sql`` : sql`and t.payload ->> 'month' = ${wanted.month}`}`,
      order: sql`order by t.id desc`,
    },
    page,
  );
