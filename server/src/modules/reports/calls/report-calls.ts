import { CallError } from '@fleetwarden/contract/errors';
import { permission } from '@fleetwarden/contract/permissions';
import { MAX_REBUILT_DAYS } from '@fleetwarden/contract/reports/report-filters';
import type { reportsCalls } from '@fleetwarden/contract/reports/routes';
import { businessDay } from '@fleetwarden/domain/business-day';
import { sql } from '../../../platform/db/database.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Task } from '../../../platform/tasks/task.ts';
import type { Tasks } from '../../../platform/tasks/tasks.ts';
import { exportJobHandlers } from '../export/export-jobs.ts';
import { countDays } from '../model/dates.ts';
import { lastClosable } from '../model/months.ts';
import { maySee } from '../model/report-permissions.ts';
import { buildColumn, buildTemplate, formatReportName } from '../model/template.ts';
import { drawChart } from '../query/chart-data.ts';
import { buildDrillFilters, findDrillDowns } from '../query/drill-down.ts';
import { type ChoiceKind, findChoices, findCompanies, findVehicles, loadParentCompanies } from '../query/filter-choices.ts';
import { parseIds } from '../query/parse-request.ts';
import { prepareReport } from '../query/resolve-report.ts';
import { searchRows } from '../query/search-rows.ts';
import { closeMonth } from '../scores/close-months.ts';
import type { CallDeps } from './call-deps.ts';
import type { RebuildRequest } from './rebuild-days.ts';
import { createViewHandlers } from './view-calls.ts';

type Table = typeof reportsCalls;
type ChoiceCalls = 'getDeptPullDownVal' | 'getCarPullDownVal' | 'getReportPullDownVal';
type MonthCalls = 'closeReportMonth' | 'rebuildReportDays';

export type ReportCallDeps = CallDeps & {
  readonly tasks: Tasks;
  readonly now: () => number;
  /** Task kinds of single exports and of batch exports. */
  readonly exportKind: string;
  readonly batchKind: string;
  readonly rebuildTask: Task<RebuildRequest>;
};

/** Creates the calls of the report pages. */
export function createReportHandlers(deps: ReportCallDeps): Handlers<Table> {
  const { reports, openReport, readerOf, tasks, timeZone, now, startExport } = deps;
  return {
    getReportTemplate: ({ reportId }, { user, language }) =>
      buildTemplate(openReport(user, reportId), reports, {
        language,
        departmentId: user.departmentId,
        now: now(),
        timeZone,
        mayExport: true,
      }),
    advanceSearchJson: (query, { user, language, page }) =>
      searchRows(deps, openReport(user, query.reportId), query, { reader: readerOf(user), language, page }),
    getReportChart: ({ reportId, conditions }, { user, language }) =>
      drawChart(deps, openReport(user, reportId), conditions, readerOf(user), language),
    trendsHead: async ({ reportId, conditions }, { user, language }) => {
      const { dynamicColumns } = await prepareReport(deps, openReport(user, reportId), conditions, readerOf(user));
      const list = Object.entries(dynamicColumns).map(([colEName, keys]) => ({
        colEName,
        columns: keys.map((key) => buildColumn({ key }, language)),
      }));
      return { list };
    },
    getReportRedirectorTabs: async ({ reportId, conditions, colEName, ids }, { user, language }) => {
      const { definition, request } = await prepareReport(deps, openReport(user, reportId), conditions, readerOf(user));
      const list = findDrillDowns(definition, colEName, ids).flatMap((drill) => {
        const target = reports.get(drill.report);
        if (!target || !maySee(user, target)) return [];
        const reportName = formatReportName(target, language);
        const conditions = buildDrillFilters(drill, ids, request, { from: definition, to: target });
        return conditions === null ? [] : [{ reportId: target.id, reportName, path: target.page, conditions }];
      });
      return { list };
    },
    ...createChoiceHandlers(deps),
    ...createViewHandlers(deps),
    ...exportJobHandlers({ tasks, report: deps.exportKind, others: [deps.batchKind] }),
    ...createMonthHandlers(deps),
    exportdata: startExport,
  };
}

/** The user's departments, or those of one company in their scope. Throws CallError notFound. */
async function loadDepartments({ scopes }: CallDeps, user: Principal, deptId: string | undefined): Promise<number[]> {
  const scope = await scopes.of(user.departmentId);
  if (deptId === undefined) return [...scope];
  if (!scope.has(Number(deptId))) throw new CallError('notFound', `department ${deptId}`);
  return [...(await scopes.of(Number(deptId)))];
}

/** Creates the calls for filter options. */
function createChoiceHandlers(deps: ReportCallDeps): Pick<Handlers<Table>, ChoiceCalls> {
  const { db, scopes } = deps;
  /** Departments whose records are offered for a company. Geofences of its parent companies apply to it, too. */
  const loadOwners = async (user: Principal, kind: ChoiceKind, deptId: string | undefined): Promise<number[]> => {
    const below = await loadDepartments(deps, user, deptId);
    if (kind !== 'area' || deptId === undefined) return below;
    const scope = await scopes.of(user.departmentId);
    return [...below, ...(await loadParentCompanies(db, Number(deptId))).filter((id) => scope.has(id))];
  };
  const toIds = (ids: readonly string[] | undefined) => (ids === undefined ? undefined : parseIds(ids));
  return {
    getDeptPullDownVal: async ({ deptName, deptIds }, { user }) => ({
      list: await findCompanies(db, await loadDepartments(deps, user, undefined), deptName, toIds(deptIds)),
    }),
    getCarPullDownVal: async ({ deptId, carName, carIds }, { user }) => ({
      list: await findVehicles(db, await loadDepartments(deps, user, deptId), carName, toIds(carIds)),
    }),
    getReportPullDownVal: async ({ kind, deptId, name, ids }, { user }) => ({
      list: await findChoices(db, kind, await loadOwners(user, kind, deptId), name, toIds(ids)),
    }),
  };
}

/** Creates the calls that close a month of scores and recalculate days. */
function createMonthHandlers(deps: ReportCallDeps): Pick<Handlers<Table>, MonthCalls> {
  const { db, context, tasks, rebuildTask, timeZone, now } = deps;
  return {
    closeReportMonth: async ({ month }, { user, note }) => {
      // it closes the month of every company
      const top = await db.first(sql`select from department where id = ${user.departmentId} and parent_id is null`);
      if (!top) throw new CallError('forbidden', 'months of the platform');
      if (month > lastClosable(now(), timeZone)) throw new CallError('recheckInput', `month ${month}`);
      if (!(await closeMonth({ db, rulesOf: context.rulesOf, timeZone, now }, month))) throw new CallError('monthClosed', month);
      note({ object: month });
      return {};
    },
    rebuildReportDays: async ({ from, to, deptId }, { user, language, note }) => {
      const today = businessDay(now(), timeZone).key;
      if (from > to || to > today || countDays({ from, to }) > MAX_REBUILT_DAYS)
        throw new CallError('recheckInput', `${from} to ${to}`);
      await loadDepartments(deps, user, deptId);
      note({ object: `${from}~${to}`, after: { from, to, ...(deptId ? { deptId } : {}) } });
      const request = { from, to, deptId: deptId === undefined ? null : Number(deptId) };
      const title = { key: 'tasks.reportsRebuild', params: { from, to } };
      return { taskId: await tasks.start(rebuildTask, request, { user, permission: permission.editSettings, language, title }) };
    },
  };
}
