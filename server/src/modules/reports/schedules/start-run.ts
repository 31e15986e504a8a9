import type { Queryable } from '../../../platform/db/database.ts';
import type { Task } from '../../../platform/tasks/task.ts';
import type { Tasks } from '../../../platform/tasks/tasks.ts';
import type { PrincipalOf } from '../../identity/index.ts';
import type { ExportRequest } from '../export/export-request.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { getReportPermission } from '../model/report-permissions.ts';
import { buildFiltersAt } from './period.ts';
import type { ScheduleRow } from './store.ts';

/**
 * Starts the export of a schedule on behalf of its owner, whose permissions are checked again when it runs. `byHand`: a user
 * waits for it. Returns the task, or the text key of a refusal. Throws CallError tooMany.
 */
export type StartRun = (
  tx: Queryable,
  schedule: ScheduleRow,
  at: number,
  byHand?: boolean,
) => Promise<{ readonly taskId: string } | { readonly refused: string }>;

export function createStartRun(options: {
  readonly tasks: Tasks;
  readonly exportTask: Task<ExportRequest>;
  readonly reports: ReadonlyMap<number, ReportDefinition>;
  readonly principalOf: PrincipalOf;
  readonly timeZone: string;
}): StartRun {
  const { tasks, exportTask, reports, principalOf, timeZone } = options;
  return async (tx, schedule, at, byHand = false) => {
    const { accountId, reportId, name, conditions, period, columns, sorting, format, language } = schedule;
    const user = await principalOf(accountId);
    if (!user) return { refused: 'error.accountDisabled' };
    const report = reports.get(reportId);
    if (!report) return { refused: 'schedules.reportGone' };
    const wish: ExportRequest = {
      reportId,
      format,
      columns: [...columns],
      order: [...sorting],
      conditions: buildFiltersAt(report, conditions, period, at, timeZone),
    };
    const title = { key: 'schedules.task', params: { name } };
    return {
      taskId: await tasks.start(exportTask, wish, {
        user,
        permission: getReportPermission(report),
        language,
        title,
        tx,
        ...(byHand ? {} : { scheduled: true }),
      }),
    };
  };
}
