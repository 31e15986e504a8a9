import type { Schedule, ScheduleRun } from '@fleetwarden/contract/reports/schedules/schemas';
import { getText } from '@fleetwarden/locale/languages';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { filled } from '../../../platform/http/replies.ts';
import type { EmailState } from '../../../platform/mail/mail.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { formatReportName } from '../model/template.ts';
import type { ListedSchedule, RunRow } from './store.ts';

/** A run as the console shows it, without its emails. */
export const formatRun = (run: RunRow, language: ReplyLanguage): Omit<ScheduleRun, 'mails'> => ({
  id: String(run.id),
  dueAt: run.dueAt,
  byHand: run.byHand,
  state: run.state,
  rows: run.rows,
  finishedAt: run.finishedAt,
  error: run.errorKey === null ? null : filled(getText(language, run.errorKey), run.errorParams ?? {}),
  taskId: run.taskId === null ? null : String(run.taskId),
});

/** The delivery states of a run's emails. */
export const formatEmails = (run: RunRow, emails: ReadonlyMap<number, EmailState>): ScheduleRun['mails'] =>
  run.mailIds.flatMap((id) => {
    const email = emails.get(id);
    return email ? [{ receiver: email.receiver, state: email.state, error: email.error }] : [];
  });

/** A schedule as the console shows it. */
export function formatSchedule(
  row: ListedSchedule,
  report: ReportDefinition | undefined,
  user: Principal,
  language: ReplyLanguage,
): Schedule {
  const { reportId, every, weekday, monthDay, clock, timeZone, version, name, period, format, nextAt, owner, last } = row;
  return {
    id: String(row.id),
    version,
    reportId,
    name,
    period,
    format,
    nextAt,
    owner,
    every,
    weekday,
    monthDay,
    clock,
    timeZone,
    reportName: report ? formatReportName(report, language) : String(reportId),
    path: report?.page ?? null,
    conditions: { ...row.conditions },
    columns: [...row.columns],
    receivers: [...row.receivers],
    orderBy: row.sorting[0],
    direction: row.sorting[1],
    own: row.accountId === user.accountId,
    last: last && formatRun(last, language),
  };
}
