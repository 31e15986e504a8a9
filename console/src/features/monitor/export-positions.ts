import { regionSearchCalls } from '@fleetwarden/contract/region-search/routes';
import { call } from '../../api/call.ts';
import { exportStarted } from '../../api/tasks.ts';

/** Exports current positions of a department or of named vehicles; the task tray offers the file. */
export async function exportPositions(
  which: { readonly deptId: string } | { readonly targIds: readonly string[] },
): Promise<void> {
  try {
    const wish = 'deptId' in which ? which : { targIds: [...which.targIds] };
    const { taskId } = await call(regionSearchCalls.exportCarPosition, wish);
    exportStarted(taskId);
  } catch {
    // shown by the client
  }
}
