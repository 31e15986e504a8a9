import { CallError } from '@fleetwarden/contract/errors';
import { permission } from '@fleetwarden/contract/permissions';
import type { reportSchedulesCalls, Schedule, ScheduleRun, ScheduleWish } from '@fleetwarden/contract/report-schedules';
import { MOST_SCHEDULES, periodsOf } from '@fleetwarden/contract/schedule-periods';
import { textOf } from '@fleetwarden/locale/languages';
import type { Queryable } from '../../../platform/db/database.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { filled } from '../../../platform/http/replies.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { LetterState } from '../../../platform/mail/mail.ts';
import type { Scopes } from '../../identity/index.ts';
import type { ReportDefinition } from '../model/definition.ts';
import type { OpenReport } from '../model/report-permissions.ts';
import { formatReportName, toShownColumn } from '../model/template.ts';
import { findDateFilter } from '../model/whole-days.ts';
import { parseRequest } from '../query/parse-request.ts';
import { createDueJob, type DueDeps } from './due.ts';
import { RUNS_RETENTION_MS } from './limits.ts';
import { buildFiltersAt } from './period.ts';
import * as store from './store.ts';
import { findNextDue } from './timetable.ts';

export type SchedulesDeps = DueDeps & {
  readonly scopes: Scopes;
  readonly reports: ReadonlyMap<number, ReportDefinition>;
  readonly openReport: OpenReport;
  readonly timeZone: string;
};

export type Schedules = {
  readonly handlers: Handlers<typeof reportSchedulesCalls>;
  /** Begins what is due and tells of what has ended; repeated. */
  readonly due: Job<object>;
};

/** For the maintenance job: runs past their time at `now`, epoch ms; resolves to how many. */
export const deleteOldRuns = (db: Queryable, now: number): Promise<number> => store.forgetRuns(db, now - RUNS_RETENTION_MS);

/** Reports by timetable. */
export function createSchedules(options: SchedulesDeps): Schedules {
  const { db, scopes, reports, openReport, start, mail, timeZone, now } = options;
  const mayAll = (user: Principal) => user.rights.has(permission.editSettings);
  const reachOf = async (user: Principal): Promise<store.ScheduleOwner> =>
    mayAll(user) ? { departments: [...(await scopes.of(user.departmentId))] } : { accountId: user.accountId };
  /** Throws CallError notFound for one that is not there or beyond reach: nobody can tell which. */
  const found = async (tx: Queryable, id: string, whose: store.ScheduleOwner) => {
    const schedule = await store.scheduleById(tx, Number(id), whose);
    if (!schedule) throw new CallError('notFound', `schedule ${id}`);
    return schedule;
  };

  /** What is kept of a wish, checked as the first run would be. Throws CallError. */
  const kept = async (user: Principal, wish: ScheduleWish, language: ReplyLanguage) => {
    const report = openReport(user, wish.reportId);
    const own = report.columns.map(toShownColumn).filter(({ hidden }) => !hidden);
    const known = new Set(report.columns.map((column) => toShownColumn(column).key));
    const columns = wish.columns.filter((key) => known.has(key));
    if (wish.orderBy !== undefined && !known.has(wish.orderBy)) throw new CallError('recheckInput', `order ${wish.orderBy}`);
    const offered = periodsOf(report.filters.map(({ type, maxDays }) => ({ filterType: type, maxDays })));
    if (!offered.includes(wish.period)) throw new CallError('recheckInput', `period ${wish.period}`);
    const dates = findDateFilter(report)?.name;
    const conditions = Object.fromEntries(
      Object.entries(wish.conditions).flatMap(([key, value]) => (key === dates ? [] : [[key, String(value)]])),
    );
    const nextAt = findNextDue(wish, now());
    const request = buildFiltersAt(report, conditions, wish.period, nextAt, timeZone);
    await parseRequest(report, request, { db, scopes, departmentId: user.departmentId, now: nextAt, timeZone }, true);
    const { every, weekday, monthDay, clock, timeZone: zone, name, period, format } = wish;
    const receivers = [...new Set(wish.receivers)];
    const sorting = wish.orderBy === undefined ? report.order : ([wish.orderBy, wish.direction ?? 'asc'] as const);
    const schedule: store.ScheduleFields = {
      ...{ reportId: report.id, name, conditions, period, format, language, receivers, sorting },
      columns: columns.length > 0 ? columns : own.map(({ key }) => key),
      ...{ every, weekday, monthDay, clock, timeZone: zone },
    };
    return { schedule, nextAt, report };
  };

  const runOf = (run: store.RunRow, language: ReplyLanguage): Omit<ScheduleRun, 'mails'> => ({
    ...{ id: String(run.id), dueAt: run.dueAt, byHand: run.byHand, state: run.state, rows: run.rows, finishedAt: run.finishedAt },
    error: run.errorKey === null ? null : filled(textOf(language, run.errorKey), run.errorParams ?? {}),
    taskId: run.taskId === null ? null : String(run.taskId),
  });
  const shown = (row: store.ListedSchedule, user: Principal, language: ReplyLanguage): Schedule => {
    const report = reports.get(row.reportId);
    const { every, weekday, monthDay, clock, timeZone: zone, version, name, period, format, nextAt, owner, last } = row;
    return {
      ...{ id: String(row.id), version, reportId: row.reportId, name, period, format, nextAt, owner },
      ...{ every, weekday, monthDay, clock, timeZone: zone },
      reportName: report ? formatReportName(report, language) : String(row.reportId),
      path: report?.page ?? null,
      ...{ conditions: { ...row.conditions }, columns: [...row.columns], receivers: [...row.receivers] },
      ...{ orderBy: row.sorting[0], direction: row.sorting[1], own: row.accountId === user.accountId },
      last: last && runOf(last, language),
    };
  };
  const mailsOf = (run: store.RunRow, letters: ReadonlyMap<number, LetterState>): ScheduleRun['mails'] =>
    run.mailIds.flatMap((id) => {
      const letter = letters.get(id);
      return letter ? [{ receiver: letter.receiver, state: letter.state, error: letter.error }] : [];
    });

  return {
    handlers: {
      listSchedule: async ({ reportId, all }, { user, language, page }) => {
        const whose = all ? await reachOf(user) : { accountId: user.accountId };
        const { rows, total } = await store.listSchedules(db, whose, reportId, page);
        return { list: rows.map((row) => shown(row, user, language)), total, mail: mail.ready, mayAll: mayAll(user) };
      },
      saveSchedule: async ({ id, version = 0, schedule: wish }, { user, language, note }) => {
        const { schedule, nextAt, report } = await kept(user, wish, language);
        if (schedule.receivers.length > 0 && !mail.ready)
          throw new CallError('validation', 'no mail', [{ path: 'schedule.receivers', key: 'schedules.noMail' }]);
        const after = {
          ...{ report: formatReportName(report, language), period: wish.period, every: wish.every, clock: wish.clock },
          ...{ receivers: schedule.receivers.join(', '), format: wish.format },
        };
        note({ object: schedule.name, after });
        return db.transaction(async (tx) => {
          if (id === undefined) {
            const added = await store.addSchedule(tx, user.accountId, schedule, nextAt, MOST_SCHEDULES);
            if (added === undefined) throw new CallError('tooManySchedules', undefined, [], { max: MOST_SCHEDULES });
            return { id: String(added), nextAt };
          }
          const before = await found(tx, id, { accountId: user.accountId });
          const next = before.nextAt === null ? null : nextAt;
          if (!(await store.changeSchedule(tx, before.id, version, schedule, next))) throw new CallError('staleVersion');
          return { id, nextAt: next };
        });
      },
      pauseSchedule: async ({ id, paused }, { user, note }) => {
        const whose = await reachOf(user);
        return db.transaction(async (tx) => {
          const schedule = await found(tx, id, whose);
          note({ object: schedule.name, before: { paused: schedule.nextAt === null }, after: { paused } });
          // what goes on already has its next time
          const nextAt = paused ? null : (schedule.nextAt ?? findNextDue(schedule, now()));
          await store.setNext(tx, schedule.id, nextAt);
          return { nextAt };
        });
      },
      removeSchedule: async ({ id }, { user, note }) => {
        const whose = await reachOf(user);
        await db.transaction(async (tx) => {
          const schedule = await found(tx, id, whose);
          note({ object: schedule.name, before: { report: schedule.reportId, receivers: schedule.receivers.join(', ') } });
          await store.removeSchedule(tx, schedule.id);
        });
        return {};
      },
      runSchedule: async ({ id }, { user, note }) =>
        db.transaction(async (tx) => {
          const schedule = await found(tx, id, { accountId: user.accountId });
          openReport(user, schedule.reportId);
          note({ object: schedule.name });
          const at = now();
          const begun = await start(tx, schedule, at, true);
          if ('refused' in begun) throw new CallError('forbidden', begun.refused);
          const run = { scheduleId: schedule.id, dueAt: at, byHand: true, taskId: Number(begun.taskId) };
          if (!(await store.addRun(tx, run))) throw new CallError('tooMany', 'two runs at one instant');
          return { taskId: begun.taskId };
        }),
      listScheduleRun: async ({ id }, { user, language, page }) => {
        const schedule = await found(db, id, await reachOf(user));
        const { rows, total } = await store.listRuns(db, schedule.id, page);
        const states = await mail.states(rows.flatMap(({ mailIds }) => mailIds));
        const letters = new Map(states.map((letter) => [letter.id, letter]));
        return { list: rows.map((run) => ({ ...runOf(run, language), mails: mailsOf(run, letters) })), total };
      },
    },
    due: createDueJob(options),
  };
}
