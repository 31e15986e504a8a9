import type { ReportFormat, reportFormats } from '@fleetwarden/contract/reports/report-formats';
import { reportsCalls } from '@fleetwarden/contract/reports/routes';
import type { ReportQuery } from '@fleetwarden/contract/reports/schemas';
import i18next from 'i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { exportStarted, followTasks } from '../../api/tasks.ts';
import { openFile } from '../../ui/open-file.ts';

/** The usual one first. */
export const REPORT_FORMATS = ['xlsx', 'csv', 'pdf'] as const satisfies typeof reportFormats;

/** Pages of the console that follow a task; what else an export answers is a file. */
const OF_TASKS = '/report/downloadCenter';

/** Opens a file the server has made; what takes longer is followed by the tray, which keeps both at hand. */
export function openMade({ url, taskId }: { readonly url: string; readonly taskId: string }): void {
  if (url !== '' && !url.includes(OF_TASKS)) {
    openFile(url);
    // a browser may keep it from opening by itself
    if (taskId !== '') followTasks(taskId);
  } else if (taskId !== '') exportStarted(taskId);
  else notify('error', i18next.t('table.exportFailed'));
}

/** Has a report written, and opens its file. Failures are told by the client. */
export async function exportReport(asked: ReportQuery, format: ReportFormat, columns: readonly string[]): Promise<void> {
  const { pathname, search } = window.location;
  const page = `${pathname}${search === '' ? '?' : `${search}&`}reportId=${asked.reportId}`;
  openMade(await call(reportsCalls.exportdata, { ...asked, format, columns: [...columns], url: page.slice(0, MAX_ADDRESS) }));
}

/** Letters of an address the server takes. */
const MAX_ADDRESS = 500;
