import { CallError } from '@fleetwarden/contract/errors';
import { BATCH_CODE, MAX_BATCH_COMPANIES } from '@fleetwarden/contract/reports/batch/batch-packages';
import type { reportBatchCalls } from '@fleetwarden/contract/reports/batch/routes';
import type { BatchExport } from '@fleetwarden/contract/reports/batch/schemas';
import { reportFormats } from '@fleetwarden/contract/reports/report-formats';
import { businessDay } from '@fleetwarden/domain/business-day';
import { getText } from '@fleetwarden/locale/languages';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { filled } from '../../../platform/http/replies.ts';
import type { Task } from '../../../platform/tasks/task.ts';
import type { Tasks } from '../../../platform/tasks/tasks.ts';
import { addDays } from '../model/dates.ts';
import { maySee } from '../model/report-permissions.ts';
import { formatReportName } from '../model/template.ts';
import { findCompaniesWithVehicles, loadNames } from './companies.ts';
import { listPackages, loadIndustries } from './offered-packages.ts';
import { type BatchRequest, type BatchTaskDeps, listPackageReports } from './package-task.ts';
import { type BatchRow, listBatches } from './store.ts';

export type BatchDeps = Pick<BatchTaskDeps, 'db' | 'scopes' | 'reports' | 'timeZone'> & {
  readonly tasks: Pick<Tasks, 'start'>;
  readonly task: Task<BatchRequest>;
  readonly now: () => number;
};

/** Creates batch exports: many reports of many companies in one file. */
export function createBatch(options: BatchDeps): { readonly handlers: Handlers<typeof reportBatchCalls> } {
  const { db, scopes, reports, tasks, task, timeZone, now } = options;
  /** The packages offered for companies, each with the reports that the user may see. */
  const packagesFor = async (user: Principal, companies: readonly number[]) => {
    const industries = await loadIndustries(db, companies);
    const offered = new Set(companies.flatMap((id) => listPackages(industries(id))));
    return [...offered].map((id) => ({
      id,
      reports: listPackageReports([id], reports).filter((report) => maySee(user, report)),
    }));
  };
  /** The last complete month, yyyy-MM. */
  const lastMonth = () => addDays(`${businessDay(now(), timeZone).key.slice(0, 7)}-01`, -1).slice(0, 7);
  /** Throws CallError notFound for a company out of scope. */
  const requireScope = async (user: Principal, ids: readonly string[]): Promise<number[]> => {
    const scope = await scopes.of(user.departmentId);
    const numbers = [...new Set(ids.map(Number))];
    const strange = numbers.find((id) => !scope.has(id));
    if (strange !== undefined) throw new CallError('notFound', `department ${strange}`);
    return numbers;
  };

  return {
    handlers: {
      getDeptListByBatch: async (_data, { user }) => {
        const companies = await findCompaniesWithVehicles(db, [...(await scopes.of(user.departmentId))]);
        return {
          list: companies.map(({ id, name, parentId, cars }) => ({
            deptId: String(id),
            deptName: name,
            parentId: parentId === null ? null : String(parentId),
            cars,
          })),
        };
      },
      getBatchExportListByDeptId: async ({ deptId }, { user, language }) => {
        const offered = await packagesFor(user, await requireScope(user, [deptId]));
        return {
          list: offered
            .filter((each) => each.reports.length > 0)
            .map((each) => ({
              packageId: each.id,
              packageName: getText(language, `batch.package_${each.id}`),
              reports: each.reports.map((report) => ({ reportId: report.id, reportName: formatReportName(report, language) })),
            })),
        };
      },
      getBatchExportParams: () => ({
        lastMonth: lastMonth(),
        formats: [...reportFormats],
        mostCompanies: MAX_BATCH_COMPANIES,
      }),
      startBatchExport: async ({ deptIds, packageIds, month, format }, { user, language, note }) => {
        const ids = await requireScope(user, deptIds);
        if (month > lastMonth()) throw new CallError('recheckInput', `month ${month}`);
        const chosen = (await packagesFor(user, ids)).filter(({ id }) => packageIds.includes(id));
        const reportIds = [...new Set(chosen.flatMap((each) => each.reports.map((report) => report.id)))];
        if (reportIds.length === 0) throw new CallError('forbidden', packageIds.join(','));
        const companies = (await loadNames(db, ids)).map(({ name }) => name).join(', ');
        note({ object: month, after: { companies, packages: packageIds.join(', '), format } });
        const taskId = await tasks.start(
          task,
          { deptIds: ids, companies, reportIds, month, format },
          { user, permission: BATCH_CODE, language, title: { key: 'batch.task', params: { month, count: ids.length } } },
        );
        return { taskId, url: `/report/regulatory/batchExport?jobId=${taskId}` };
      },
      listBatchExport: async ({ deptId, month }, { user, language, page }) => {
        const scope = await scopes.of(user.departmentId);
        if (deptId !== undefined) await requireScope(user, [deptId]);
        const chosen = {
          kind: task.kind,
          departments: [...scope],
          deptId: deptId === undefined ? undefined : Number(deptId),
          month,
        };
        const { rows, total } = await listBatches(db, chosen, page);
        return { list: rows.map((row) => formatBatch(row, user, language)), total };
      },
    },
  };
}

function formatBatch(row: BatchRow, user: Principal, language: ReplyLanguage): BatchExport {
  const { payload, result, errorKey, errorParams } = row;
  const count = payload.deptIds.length;
  return {
    id: String(row.id),
    docName: filled(getText(language, 'batch.task'), { month: payload.month, count }),
    deptName: payload.companies,
    docPeriod: payload.month,
    docFormat: payload.format,
    docState: row.state,
    done: row.done,
    total: row.total,
    docMade: row.finishedAt,
    docUser: row.userName,
    own: row.accountId === user.accountId,
    error: errorKey === null ? null : filled(getText(language, errorKey), errorParams ?? {}),
    docSize: result?.bytes ?? null,
    reports: result?.reports ?? null,
    failed: result?.failed ?? null,
    fileName: row.fileName,
  };
}
