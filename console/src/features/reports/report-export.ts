import type { ReportFormat, reportFormats } from '@fleetwarden/contract/reports/report-formats';
import { reportsCalls } from '@fleetwarden/contract/reports/routes';
import type { ReportAsked } from '@fleetwarden/contract/reports/schemas';
import i18next from 'i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { exportStarted, followTasks } from '../../api/tasks.ts';
import { openFile } from '../../ui/open-file.ts';

/** Default first. */
export const REPORT_FORMATS = ['xlsx', 'csv', 'pdf'] as const satisfies typeof reportFormats;

/** URL of the page that lists tasks; other URLs in a reply are files. */
const DOWNLOAD_CENTER = '/report/downloadCenter';

/** Opens the file of an export. The task tray follows an export that is not ready, and lists both. */
export function openExport({ url, taskId }: { readonly url: string; readonly taskId: string }): void {
  if (url !== '' && !url.includes(DOWNLOAD_CENTER)) {
    openFile(url);
    // in case the browser blocks the download
    if (taskId !== '') followTasks(taskId);
  } else if (taskId !== '') exportStarted(taskId);
  else notify('error', i18next.t('table.exportFailed'));
}

/** Exports a report and opens its file. The client shows failures. */
export async function exportReport(request: ReportAsked, format: ReportFormat, columns: readonly string[]): Promise<void> {
  const { pathname, search } = window.location;
  const page = `${pathname}${search === '' ? '?' : `${search}&`}reportId=${request.reportId}`;
  openExport(
    await call(reportsCalls.exportdata, { ...request, format, columns: [...columns], url: page.slice(0, MAX_URL_LENGTH) }),
  );
}

/** Server limit of URLs, in characters. */
const MAX_URL_LENGTH = 500;
