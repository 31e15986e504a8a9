import { at, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { between, contains, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import type { Scope } from '../identity/index.ts';
import { type Filter, NOTHING, only } from './filters.ts';

/** Lists questions of the scope's platforms, newest first; `alias`: the table of the questions. */
const listQuestions = <Row extends object>(
  db: Queryable,
  { columns, from, alias }: { readonly columns: Sql; readonly from: Sql; readonly alias: Sql },
  scope: Scope,
  { superiorId, startTime, endTime }: Filter,
  page: PageWindow,
) =>
  pageOf<Row>(
    db,
    {
      columns,
      from: sql`${from} where p.department_id = any(${[...scope]}) ${only(sql`${alias}.superior_id`, superiorId)}
        ${between(sql`${alias}.received_at`, startTime, endTime)}`,
      order: sql`order by ${alias}.received_at desc, ${alias}.id desc`,
    },
    page,
  );

export type CheckRow = {
  readonly id: number;
  readonly superior_id: number;
  readonly platform: string;
  readonly department_id: number;
  readonly question: string;
  readonly object_type: number;
  readonly object_id: string;
  readonly received_at: number;
  readonly deadline_at: number;
  readonly reply: string | null;
  readonly replied_at: number | null;
  readonly replied_by: string | null;
  readonly automatic: boolean;
  readonly taken_at: number | null;
  readonly called: readonly number[] | null;
};

const CHECK = sql`c.called, c.id, c.superior_id, p.name as platform, p.department_id, c.question, c.object_type, c.object_id, c.received_at,
  c.deadline_at, c.reply, c.replied_at, a.user_name as replied_by, c.automatic, c.taken_at`;
const CHECKS = sql`
  from post_check c join superior_platform p on p.id = c.superior_id left join account a on a.id = c.replied_by`;

/** Lists post-checks of the scope's platforms, newest first. */
export const listChecks = (db: Queryable, scope: Scope, filter: Filter, page: PageWindow) =>
  listQuestions<CheckRow>(db, { columns: CHECK, from: CHECKS, alias: sql`c` }, scope, filter, page);

/** Lists unanswered post-checks before their deadline that call this account. */
export const listOpenChecks = (db: Queryable, scope: Scope, accountId: number, now: number, most: number) =>
  db.query<CheckRow>(sql`
    select ${CHECK} ${CHECKS} where p.department_id = any(${[...scope]}) and c.replied_at is null and c.deadline_at > ${at(now)}
      and (c.called is null or ${accountId} = any(c.called))
    order by c.deadline_at limit ${most}`);

export const findCheck = (db: Queryable, id: number) => db.first<CheckRow>(sql`select ${CHECK} ${CHECKS} where c.id = ${id}`);

/** Answers an open post-check before its deadline; false if it is answered or overdue. */
export const replyCheck = async (db: Queryable, id: number, reply: string, accountId: number, now: number): Promise<boolean> =>
  (await db.run(sql`
    update post_check set reply = ${reply}, replied_by = ${accountId}, replied_at = ${at(now)}, call_next_at = null
    where id = ${id} and replied_at is null and deadline_at > ${at(now)}`)) > 0;

export type TaskRow = {
  readonly id: number;
  readonly superior_id: number;
  readonly platform: string;
  readonly department_id: number;
  readonly vehicle_department_id: number | null;
  readonly vehicle_id: number | null;
  readonly plate: string;
  readonly warn_source: number | null;
  readonly warn_type: number | null;
  readonly warn_at: number;
  readonly deadline_at: number;
  readonly level: number;
  readonly supervisor: string;
  readonly phone: string;
  readonly mail: string;
  readonly received_at: number;
  readonly result: 0 | 1 | 2 | 3 | null;
  readonly note: string | null;
  readonly replied_at: number | null;
  readonly replied_by: string | null;
  readonly taken_at: number | null;
};

const TASK = sql`s.id, s.superior_id, p.name as platform, p.department_id, v.department_id as vehicle_department_id, s.vehicle_id, s.plate,
  s.warn_source, s.warn_type, s.warn_at, s.deadline_at, s.level, s.supervisor, s.phone, s.mail, s.received_at, s.result, s.note, s.replied_at,
  a.user_name as replied_by, s.taken_at`;
const TASKS = sql`
  from supervision s join superior_platform p on p.id = s.superior_id left join vehicle v on v.id = s.vehicle_id
  left join account a on a.id = s.replied_by`;
/** The platform or the vehicle is in the scope. */
const inScope = (scope: Scope) => sql`(p.department_id = any(${[...scope]}) or v.department_id = any(${[...scope]}))`;

/** Lists supervisions of the scope, newest first. */
export const listSupervisions = (
  db: Queryable,
  scope: Scope,
  filter: Filter & { readonly plate?: string | undefined; readonly answered?: boolean | undefined },
  page: PageWindow,
) => {
  const { superiorId, startTime, endTime, plate, answered } = filter;
  return pageOf<TaskRow>(
    db,
    {
      columns: TASK,
      from: sql`${TASKS} where ${inScope(scope)} ${only(sql`s.superior_id`, superiorId)} ${contains(sql`s.plate`, plate)}
        ${answered === undefined ? NOTHING : answered ? sql`and s.replied_at is not null` : sql`and s.replied_at is null`}
        ${between(sql`s.received_at`, startTime, endTime)}`,
      order: sql`order by s.received_at desc, s.id desc`,
    },
    page,
  );
};

export const findSupervision = (db: Queryable, id: number) => db.first<TaskRow>(sql`select ${TASK} ${TASKS} where s.id = ${id}`);

/** Answers a supervision; results "in progress" and "later" may be replaced. False if it has a final result. */
export const replySupervision = async (
  db: Queryable,
  id: number,
  { result, note }: { readonly result: number; readonly note: string },
  accountId: number,
  now: number,
): Promise<boolean> =>
  (await db.run(sql`
    update supervision set result = ${result}, note = ${note}, replied_by = ${accountId}, replied_at = ${at(now)}, taken_at = null
    where id = ${id} and (result is null or result in (0, 3))`)) > 0;

export type TextRow = {
  readonly id: number;
  readonly superior_id: number;
  readonly platform: string;
  readonly department_id: number;
  readonly object_type: number;
  readonly object_id: string;
  readonly content: string;
  readonly received_at: number;
  readonly note: string | null;
  readonly answered_at: number | null;
  readonly answered_by: string | null;
};

const TEXT = sql`m.id, m.superior_id, p.name as platform, p.department_id, m.object_type, m.object_id, m.content, m.received_at, m.note,
  m.answered_at, a.user_name as answered_by`;
const TEXTS = sql`
  from platform_message m join superior_platform p on p.id = m.superior_id left join account a on a.id = m.answered_by`;

export const listTexts = (db: Queryable, scope: Scope, filter: Filter, page: PageWindow) =>
  listQuestions<TextRow>(db, { columns: TEXT, from: TEXTS, alias: sql`m` }, scope, filter, page);

export const findText = (db: Queryable, id: number) => db.first<TextRow>(sql`select ${TEXT} ${TEXTS} where m.id = ${id}`);

export const noteText = (db: Queryable, id: number, note: string, accountId: number, now: number) =>
  db.run(sql`update platform_message set note = ${note}, answered_by = ${accountId}, answered_at = ${at(now)} where id = ${id}`);

export type FiguresRow = {
  readonly asked: number;
  readonly answered: number;
  readonly in_time: number;
  readonly mean_ms: number | null;
};

/** Counts questions and answers of a period. */
export const countAnswers = (
  db: Queryable,
  table: 'post_check' | 'supervision',
  superiorId: number,
  start: number,
  end: number,
) =>
  db.first<FiguresRow>(sql`
    select count(*) as asked, count(replied_at) as answered, count(*) filter (where replied_at <= deadline_at) as in_time,
      round(avg(extract(epoch from replied_at - received_at)) * 1000)::float8 as mean_ms
    from ${table === 'post_check' ? sql`post_check` : sql`supervision`}
    where superior_id = ${superiorId} ${between(sql`received_at`, start, end)}`);
