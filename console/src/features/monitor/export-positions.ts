import { regionsCalls } from 'virtual:calls/regions';
import i18next from 'i18next';
import { call } from '../../ui/api/call.ts';
import { notify } from '../../ui/feedback.ts';
import { loadTasks } from '../../ui/tasks.ts';

/** Has a table made of where the vehicles of a department are; the tray of tasks brings it. */
export async function exportPositions(deptId: string): Promise<void> {
  try {
    await call(regionsCalls.exportCarPosition, { deptId });
    notify('success', i18next.t('table.exportStarted'));
    void loadTasks();
  } catch {
    // has been shown
  }
}
