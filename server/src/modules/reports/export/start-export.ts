import type { reportsCalls } from '@fleetwarden/contract/reports/routes';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { Task } from '../../../platform/tasks/task.ts';
import type { Tasks } from '../../../platform/tasks/tasks.ts';
import { DIRECT_MS, DIRECT_ROWS } from '../model/limits.ts';
import { getReportPermission, type OpenReport } from '../model/report-permissions.ts';
import { findRoute, formatReportName, listVisibleKeys, toShownColumn } from '../model/template.ts';
import { expandKeys } from '../query/dynamic-columns.ts';
import { resolveOrder } from '../query/resolve-order.ts';
import { prepareReport, type ResolveDeps, resolvePrepared } from '../query/resolve-report.ts';
import { countRows } from '../query/sql-builder.ts';
import { checkRowCount, type ExportRequest } from './export-request.ts';

export type StartExportDeps = ResolveDeps & {
  readonly openReport: OpenReport;
  readonly now: () => number;
  readonly tasks: Pick<Tasks, 'start' | 'fileSoon'>;
  readonly exportTask: Task<ExportRequest>;
  /** How long a call waits for its file; undefined: DIRECT_MS. */
  readonly directMs: number | undefined;
  readonly exportRows?: (() => Promise<number>) | undefined;
};

/** The call that starts an export: it returns the file if it is ready soon, else the page of the task. Throws CallError. */
export function createStartExport(deps: StartExportDeps): Handlers<typeof reportsCalls>['exportdata'] {
  const { db, openReport, tasks, exportTask, directMs = DIRECT_MS } = deps;
  return async ({ reportId, conditions, orderBy, direction, format, columns }, { user, language, note }) => {
    const reader = { departmentId: user.departmentId, accountId: user.accountId, now: deps.now() };
    const prepared = await prepareReport(deps, openReport(user, reportId), conditions, reader, true);
    const { definition, request, dynamicColumns } = prepared;
    // validates the region; the task searches it
    definition.searchedRegion?.(request);
    const known = new Set(definition.columns.map((column) => toShownColumn(column).key));
    const chosen = columns && expandKeys(columns, dynamicColumns).filter((each) => known.has(each));
    note({ object: formatReportName(definition, language), after: { ...conditions, format } });
    if (format === 'pdf' && !definition.layout) {
      // refused at once, not by the task
      const { relation } = await resolvePrepared(deps, prepared, reader);
      checkRowCount('pdf', await countRows(db, relation, definition.order), await deps.exportRows?.());
    }
    const exportRequest: ExportRequest = {
      reportId,
      format,
      columns: chosen?.length ? chosen : [...listVisibleKeys(definition)],
      conditions: Object.fromEntries(Object.entries(conditions).map(([key, value]) => [key, String(value)])),
      order: [...resolveOrder(prepared, { orderBy, direction })],
    };
    const title = { key: findRoute(definition.page).title };
    const start = { user, permission: getReportPermission(definition), language, title };
    const taskId = await tasks.start(exportTask, exportRequest, start);
    const direct = await tasks.fileSoon(taskId, user.accountId, { ms: directMs, most: DIRECT_ROWS, session: user.prefix });
    return { taskId, url: direct ?? buildTaskUrl(taskId) };
  };
}

/** The console page of a task. */
export const buildTaskUrl = (taskId: string): string => `/report/downloadCenter?jobId=${taskId}`;
