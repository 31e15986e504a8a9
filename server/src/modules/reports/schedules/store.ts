import type { ReportFormat } from '@fleetwarden/contract/reports/report-formats';
import type { SchedulePeriod, ScheduleTurn, Weekday } from '@fleetwarden/contract/reports/schedules/schedule-periods';
import { at, type Db, json, type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import { pageOf } from '../../../platform/db/list.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { PageWindow } from '../../../platform/http/page.ts';

type Timetable = {
  readonly every: ScheduleTurn;
  readonly weekday: Weekday | null;
  readonly monthDay: number | null;
  readonly clock: string;
  readonly timeZone: string;
};
export type ScheduleFields = Timetable & {
  readonly reportId: number;
  readonly name: string;
  readonly conditions: Readonly<Record<string, string>>;
  readonly period: SchedulePeriod;
  readonly columns: readonly string[];
  readonly sorting: readonly [column: string, direction: 'asc' | 'desc'];
  readonly format: ReportFormat;
  readonly language: ReplyLanguage;
  readonly receivers: readonly string[];
};
export type ScheduleRow = ScheduleFields & {
  readonly id: number;
  readonly version: number;
  readonly accountId: number;
  readonly nextAt: number | null;
};
export type RunRow = {
  readonly id: number;
  readonly dueAt: number;
  readonly byHand: boolean;
  readonly state: 'running' | 'done' | 'failed';
  readonly errorKey: string | null;
  readonly errorParams: Readonly<Record<string, string | number>> | null;
  readonly rows: number | null;
  readonly taskId: number | null;
  readonly mailIds: readonly number[];
  readonly finishedAt: number | null;
};
export type ListedSchedule = ScheduleRow & { readonly owner: string; readonly last: RunRow | null };

const columns = sql`s.id, s.version, s.account_id as "accountId", s.report_id as "reportId", s.name, s.conditions, s.period, s.columns,
  s.sorting, s.format, s.language, s.every, s.weekday, s.month_day as "monthDay", s.clock, s.time_zone as "timeZone", s.receivers,
  s.next_at as "nextAt"`;
const ofRun = sql`r.id, r.due_at as "dueAt", r.by_hand as "byHand", r.state, r.error_key as "errorKey", r.error_params as "errorParams",
  r.rows, r.task_id as "taskId", r.mail_ids as "mailIds", r.finished_at as "finishedAt"`;

/** One account, or all accounts of departments. */
export type ScheduleOwner = { readonly accountId: number } | { readonly departments: readonly number[] };
const belongTo = (whose: ScheduleOwner): Sql =>
  'accountId' in whose ? sql`s.account_id = ${whose.accountId}` : sql`a.department_id = any(${[...whose.departments]})`;

/** A schedule, locked until the transaction ends. */
export const scheduleById = (tx: Queryable, id: number, whose: ScheduleOwner) =>
  tx.first<ScheduleRow>(sql`
    select ${columns} from report_schedule s join account a on a.id = s.account_id
    where s.id = ${id} and ${belongTo(whose)} for update of s`);

export async function listSchedules(db: Db, whose: ScheduleOwner, reportId: number | undefined, page: PageWindow) {
  const listed = await pageOf<ScheduleRow & { owner: string }>(
    db,
    {
      columns: sql`${columns}, a.user_name as owner`,
      from: sql`from report_schedule s join account a on a.id = s.account_id
        where ${belongTo(whose)} ${reportId === undefined ? sql`` : sql`and s.report_id = ${reportId}`}`,
      order: sql`order by s.id desc`,
    },
    page,
  );
  const runs = await db.query<RunRow & { scheduleId: number }>(sql`
    select distinct on (r.schedule_id) r.schedule_id as "scheduleId", ${ofRun} from report_schedule_run r
    where r.schedule_id = any(${listed.rows.map(({ id }) => id)}) order by r.schedule_id, r.due_at desc`);
  const last = new Map(runs.map((run) => [run.scheduleId, run]));
  return { total: listed.total, rows: listed.rows.map((row): ListedSchedule => ({ ...row, last: last.get(row.id) ?? null })) };
}

export const listRuns = (db: Db, scheduleId: number, page: PageWindow) =>
  pageOf<RunRow>(
    db,
    {
      columns: ofRun,
      from: sql`from report_schedule_run r where r.schedule_id = ${scheduleId}`,
      order: sql`order by r.due_at desc`,
    },
    page,
  );

/** Adds a schedule; undefined if the account has `most` already. */
export async function addSchedule(
  tx: Queryable,
  accountId: number,
  schedule: ScheduleFields,
  nextAt: number,
  most: number,
): Promise<number | undefined> {
  await tx.query(sql`select from account where id = ${accountId} for update`);
  const row = await tx.first<{ id: number }>(sql`
    insert into report_schedule (account_id, report_id, name, conditions, period, columns, sorting, format, language, every, weekday,
      month_day, clock, time_zone, receivers, next_at)
    select ${accountId}, ${schedule.reportId}, ${schedule.name}, ${json(schedule.conditions)}, ${schedule.period}, ${json(schedule.columns)},
      ${json(schedule.sorting)}, ${schedule.format}, ${schedule.language}, ${schedule.every}, ${schedule.weekday}, ${schedule.monthDay}, ${schedule.clock},
      ${schedule.timeZone}, ${[...schedule.receivers]}, ${at(nextAt)}
    where (select count(*) from report_schedule where account_id = ${accountId}) < ${most}
    returning id`);
  return row?.id;
}

/** Replaces a schedule; false if its version changed. */
export async function changeSchedule(
  tx: Queryable,
  id: number,
  version: number,
  schedule: ScheduleFields,
  nextAt: number | null,
) {
  const written = await tx.run(sql`
    update report_schedule set report_id = ${schedule.reportId}, name = ${schedule.name}, conditions = ${json(schedule.conditions)},
      period = ${schedule.period}, columns = ${json(schedule.columns)}, sorting = ${json(schedule.sorting)}, format = ${schedule.format},
      language = ${schedule.language}, every = ${schedule.every}, weekday = ${schedule.weekday}, month_day = ${schedule.monthDay},
      clock = ${schedule.clock}, time_zone = ${schedule.timeZone}, receivers = ${[...schedule.receivers]}, next_at = ${at(nextAt)},
      version = version + 1, updated_at = now()
    where id = ${id} and version = ${version}`);
  return written > 0;
}

/** null: paused. */
export const setNext = (tx: Queryable, id: number, nextAt: number | null) =>
  tx.run(sql`update report_schedule set next_at = ${at(nextAt)} where id = ${id}`);

export const removeSchedule = (tx: Queryable, id: number) => tx.run(sql`delete from report_schedule where id = ${id}`);

/** Due schedules, longest due first. */
export const dueSchedules = (db: Queryable, now: number, most: number) =>
  db.query<{ id: number }>(sql`select id from report_schedule where next_at <= ${at(now)} order by next_at, id limit ${most}`);

/** Takes a schedule if it is still due and no other node has it. */
export const takeDue = (tx: Queryable, id: number, now: number) =>
  tx.first<ScheduleRow & { nextAt: number }>(sql`
    select ${columns} from report_schedule s where s.id = ${id} and s.next_at <= ${at(now)} for update of s skip locked`);

/** Adds a run; false if this due time has one. */
export async function addRun(
  tx: Queryable,
  run: {
    readonly scheduleId: number;
    readonly dueAt: number;
    readonly byHand: boolean;
    readonly taskId: number | null;
    readonly failed?: { readonly key: string; readonly at: number };
  },
): Promise<boolean> {
  const { scheduleId, dueAt, byHand, taskId, failed } = run;
  const added = await tx.run(sql`
    insert into report_schedule_run (schedule_id, due_at, by_hand, task_id, state, error_key, finished_at)
    values (${scheduleId}, ${at(dueAt)}, ${byHand}, ${taskId}, ${failed ? 'failed' : 'running'}, ${failed?.key ?? null},
      ${at(failed?.at ?? null)})
    on conflict do nothing`);
  return added > 0;
}

/** A run whose task ended or is gone. */
export type EndedRun = {
  readonly id: number;
  readonly scheduleId: number;
  readonly accountId: number;
  readonly departmentId: number;
  readonly name: string;
  readonly language: ReplyLanguage;
  readonly receivers: readonly string[];
  readonly dueAt: number;
  readonly taskId: number | null;
  readonly taskState: 'done' | 'failed' | 'cancelled' | null;
  readonly result: { readonly rows?: number } | null;
  readonly errorKey: string | null;
  readonly errorParams: Readonly<Record<string, string | number>> | null;
  readonly fileId: string | null;
  readonly fileName: string | null;
  readonly endedAt: number | null;
};

/** Ids of runs whose task ended. */
export const endedRuns = (db: Queryable, most: number) =>
  db.query<{ id: number }>(sql`
    select r.id from report_schedule_run r left join task t on t.id = r.task_id
    where r.state = 'running' and (t.id is null or t.state in ('done', 'failed', 'cancelled')) order by r.id limit ${most}`);

/** Takes an ended run unless it is reported or another node has it. */
export const takeEnded = (tx: Queryable, id: number) =>
  tx.first<EndedRun>(sql`
    select r.id, r.schedule_id as "scheduleId", s.account_id as "accountId", a.department_id as "departmentId", s.name, s.language,
      s.receivers, r.due_at as "dueAt", r.task_id as "taskId", t.state as "taskState", t.result, t.error_key as "errorKey",
      t.error_params as "errorParams", t.file_id as "fileId", t.file_name as "fileName", t.finished_at as "endedAt"
    from report_schedule_run r join report_schedule s on s.id = r.schedule_id join account a on a.id = s.account_id
      left join task t on t.id = r.task_id
    where r.id = ${id} and r.state = 'running' for update of r skip locked`);

export const endRun = (
  tx: Queryable,
  id: number,
  end: {
    readonly state: 'done' | 'failed';
    readonly errorKey: string | null;
    readonly errorParams: Readonly<Record<string, string | number>> | null;
    readonly rows: number | null;
    readonly mailIds: readonly number[];
    readonly finishedAt: number;
  },
) =>
  tx.run(sql`
    update report_schedule_run set state = ${end.state}, error_key = ${end.errorKey},
      error_params = ${end.errorParams ? json(end.errorParams) : null}, rows = ${end.rows}, mail_ids = ${[...end.mailIds]},
      finished_at = ${at(end.finishedAt)}
    where id = ${id} and state = 'running'`);

/** Deletes old runs. */
export const deleteRuns = (db: Queryable, before: number) =>
  db.run(sql`delete from report_schedule_run where due_at < ${at(before)} and state <> 'running'`);
