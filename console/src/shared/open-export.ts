import i18next from 'i18next';
import { notify } from '../api/feedback.ts';
import { exportStarted, followTasks } from '../api/tasks.ts';
import { openFile } from '../ui/open-file.ts';

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
