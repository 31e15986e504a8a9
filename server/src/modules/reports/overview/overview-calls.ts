import { permission } from '@fleetwarden/contract/permissions';
import type { namedReportCalls } from '@fleetwarden/contract/reports/named-reports/routes';
import { getText } from '@fleetwarden/locale/languages';
import { z } from 'zod';
import { writeBlockWorkbook } from '../../../platform/files/xlsx/write-block-workbook.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { defineTask, type Task } from '../../../platform/tasks/task.ts';
import type { Tasks } from '../../../platform/tasks/tasks.ts';
import { buildTaskUrl } from '../export/start-export.ts';
import { DIRECT_MS, DIRECT_ROWS } from '../model/limits.ts';
import { loadDepartmentName } from '../query/describe-filters.ts';
import { buildOverviewSheets } from './overview-file.ts';
import { createSafetyOverview, type OverviewDeps } from './safety-overview.ts';

const Payload = z.object({ deptId: z.string().optional(), staticDate: z.string() });
type Wanted = z.infer<typeof Payload>;

/** Creates the calls of the overview of active safety, and registers the task that writes its file. */
export function createOverviewCalls(
  deps: OverviewDeps & { readonly tasks: Pick<Tasks, 'register' | 'start' | 'fileSoon'>; readonly directMs?: number | undefined },
): Pick<Handlers<typeof namedReportCalls>, 'getSafetyOverview' | 'exportOverview'> {
  const { db, tasks, timeZone, now, directMs = DIRECT_MS } = deps;
  const load = createSafetyOverview(deps);
  const filtersOf = ({ deptId, staticDate }: Wanted) => ({ ...(deptId === undefined ? {} : { deptId }), staticDate });
  const readerOf = ({ accountId, departmentId }: Pick<Principal, 'accountId' | 'departmentId'>) => ({
    accountId,
    departmentId,
    now: now(),
  });
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });

  const task: Task<Wanted> = defineTask({
    kind: 'safety.overview',
    payload: Payload,
    repeatable: true,
    run: async (wanted, { account, language, units, signal, file }) => {
      const overview = await load(filtersOf(wanted), readerOf(account));
      signal.throwIfAborted();
      const company = await loadDepartmentName(db, Number(wanted.deptId ?? account.departmentId));
      const period = `${overview.days[0]} - ${overview.days.at(-1)}`;
      const asOf = `${getText(language, 'safety.countedUntil', units)} ${overview.asOf === null ? '-' : clock.format(overview.asOf)}`;
      const sheets = buildOverviewSheets(overview, { language, units, company, period, asOf });
      await file(`${getText(language, 'safety.overview', units)} ${period}.xlsx`, (stream) =>
        writeBlockWorkbook(stream, sheets, timeZone),
      );
      return { rows: overview.depts.length };
    },
  });
  tasks.register(task);

  return {
    getSafetyOverview: (wanted, { user }) => load(filtersOf(wanted), readerOf(user)),
    exportOverview: async (wanted, { user, language, note }) => {
      note({ object: wanted.staticDate, after: wanted });
      // refuses wrong days and companies at once, not in the task
      await load(filtersOf(wanted), readerOf(user));
      const title = { key: 'page.safetyoverview' };
      const taskId = await tasks.start(task, wanted, { user, permission: permission.exportSafetyOverview, language, title });
      const direct = await tasks.fileSoon(taskId, user.accountId, { ms: directMs, most: DIRECT_ROWS, session: user.prefix });
      return { taskId, url: direct ?? buildTaskUrl(taskId) };
    },
  };
}
