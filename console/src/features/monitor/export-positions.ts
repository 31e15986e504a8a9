import { regionSearchCalls } from '@fleetwarden/contract/region-search/routes';
import { call } from '../../api/call.ts';
import { exportStarted } from '../../api/tasks.ts';

/** Has a table made of where the vehicles of a department are, or those named; the tray of tasks brings it. */
export async function exportPositions(
  which: { readonly deptId: string } | { readonly targIds: readonly string[] },
): Promise<void> {
  try {
    const wish = 'deptId' in which ? which : { targIds: [...which.targIds] };
    const { taskId } = await call(regionSearchCalls.exportCarPosition, wish);
    exportStarted(taskId);
  } catch {
    // has been shown
  }
}
