import { CallError } from '@fleetwarden/contract/errors';
import { permission } from '@fleetwarden/contract/permissions';
import type { reportSchedulesCalls } from '@fleetwarden/contract/reports/schedules/routes';
import { MAX_SCHEDULES } from '@fleetwarden/contract/reports/schedules/schedule-periods';
import type { Queryable } from '../../../platform/db/database.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { Scopes } from '../../identity/index.ts';
import type { ReportDefinition } from '../model/definition.ts';
import type { OpenReport } from '../model/report-permissions.ts';
import { formatReportName } from '../model/template.ts';
import { createDueJob, type DueDeps } from './due-job.ts';
import { formatEmails, formatRun, formatSchedule } from './format-schedule.ts';
import { RUNS_RETENTION_MS } from './limits.ts';
import { parseSchedule } from './parse-schedule.ts';
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
  /** Starts due runs and reports finished ones; a cron job. */
  readonly due: Job<object>;
};

/** For the maintenance job: deletes old runs and returns how many. `now`: epoch ms. */
export const deleteOldRuns = (db: Queryable, now: number): Promise<number> => store.deleteRuns(db, now - RUNS_RETENTION_MS);

/** Creates scheduled reports. */
export function createSchedules(options: SchedulesDeps): Schedules {
  const { db, scopes, reports, openReport, start, mail, now } = options;
  const mayAll = (user: Principal) => user.rights.has(permission.editSettings);
  const loadReach = async (user: Principal): Promise<store.ScheduleOwner> =>
    mayAll(user) ? { departments: [...(await scopes.of(user.departmentId))] } : { accountId: user.accountId };
  /** Throws CallError notFound, whether the schedule is missing or out of reach. */
  const loadSchedule = async (tx: Queryable, id: string, whose: store.ScheduleOwner) => {
    const schedule = await store.scheduleById(tx, Number(id), whose);
    if (!schedule) throw new CallError('notFound', `schedule ${id}`);
    return schedule;
  };

  return {
    handlers: {
      listSchedule: async ({ reportId, all }, { user, language, page }) => {
        const whose = all ? await loadReach(user) : { accountId: user.accountId };
        const { rows, total } = await store.listSchedules(db, whose, reportId, page);
        return {
          list: rows.map((row) => formatSchedule(row, reports.get(row.reportId), user, language)),
          total,
          mail: await mail.ready(),
          mayAll: mayAll(user),
        };
      },
      saveSchedule: async ({ id, version = 0, schedule: wish }, { user, language, note }) => {
        const { schedule, nextAt, report } = await parseSchedule(options, user, wish, language);
        if (schedule.receivers.length > 0 && !(await mail.ready()))
          throw new CallError('validation', 'no mail', [{ path: 'schedule.receivers', key: 'schedules.noMail' }]);
        const after = {
          report: formatReportName(report, language),
          period: wish.period,
          every: wish.every,
          clock: wish.clock,
          receivers: schedule.receivers.join(', '),
          format: wish.format,
        };
        note({ object: schedule.name, after });
        return db.transaction(async (tx) => {
          if (id === undefined) {
            const added = await store.addSchedule(tx, user.accountId, schedule, nextAt, MAX_SCHEDULES);
            if (added === undefined) throw new CallError('tooManySchedules', undefined, [], { max: MAX_SCHEDULES });
            return { id: String(added), nextAt };
          }
          const before = await loadSchedule(tx, id, { accountId: user.accountId });
          const next = before.nextAt === null ? null : nextAt;
          if (!(await store.changeSchedule(tx, before.id, version, schedule, next))) throw new CallError('staleVersion');
          return { id, nextAt: next };
        });
      },
      pauseSchedule: async ({ id, paused }, { user, note }) => {
        const whose = await loadReach(user);
        return db.transaction(async (tx) => {
          const schedule = await loadSchedule(tx, id, whose);
          note({ object: schedule.name, before: { paused: schedule.nextAt === null }, after: { paused } });
          // a schedule that is not paused keeps its next time
          const nextAt = paused ? null : (schedule.nextAt ?? findNextDue(schedule, now()));
          await store.setNext(tx, schedule.id, nextAt);
          return { nextAt };
        });
      },
      removeSchedule: async ({ id }, { user, note }) => {
        const whose = await loadReach(user);
        await db.transaction(async (tx) => {
          const schedule = await loadSchedule(tx, id, whose);
          note({ object: schedule.name, before: { report: schedule.reportId, receivers: schedule.receivers.join(', ') } });
          await store.removeSchedule(tx, schedule.id);
        });
        return {};
      },
      runSchedule: async ({ id }, { user, note }) =>
        db.transaction(async (tx) => {
          const schedule = await loadSchedule(tx, id, { accountId: user.accountId });
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
        const schedule = await loadSchedule(db, id, await loadReach(user));
        const { rows, total } = await store.listRuns(db, schedule.id, page);
        const states = await mail.states(rows.flatMap(({ mailIds }) => mailIds));
        const emails = new Map(states.map((email) => [email.id, email]));
        return { list: rows.map((run) => ({ ...formatRun(run, language), mails: formatEmails(run, emails) })), total };
      },
    },
    due: createDueJob(options),
  };
}
