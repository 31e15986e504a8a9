import type { PermissionCode } from '@fleetwarden/contract/call';
import { permission } from '@fleetwarden/contract/permissions';
import type { ReportAction, ReportRow } from '@fleetwarden/contract/reports';
import type { ParseKeys } from 'i18next';
import { OfflineRemark, OfflineStop, OfflineVisit } from './OfflineDialogs.tsx';
import type { RowDialog, RowVehicle } from './row-dialog.ts';

/** What rows of reports offer, by the name their template gives it: its button, who may press it, and the window it opens. */
export const ROW_ACTIONS: Readonly<
  Record<ReportAction, { readonly text: ParseKeys; readonly code: PermissionCode; readonly dialog: RowDialog }>
> = {
  offlineRemark: { text: 'followups.remark', code: permission.noteOffline, dialog: OfflineRemark },
  offlineVisit: { text: 'followups.visit', code: permission.noteOffline, dialog: OfflineVisit },
  offlineStop: { text: 'followups.fileStop', code: permission.fileStop, dialog: OfflineStop },
};

/** Those of a template that its user may press, in their order. */
export const allowedActions = (actions: readonly ReportAction[], rights: readonly string[] | null): readonly ReportAction[] =>
  actions.filter((action) => rights?.includes(ROW_ACTIONS[action].code) ?? false);

/** null: the row is of no vehicle. */
export function vehicleOf({ ids, cells }: ReportRow): RowVehicle | null {
  const carId = ids['carId'];
  return carId === undefined ? null : { carId, plate: String(cells['carNo'] ?? '') };
}
