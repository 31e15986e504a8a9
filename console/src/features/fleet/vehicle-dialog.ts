import { createDialogStore } from '../../shared/resource/record-dialog.ts';
import type { ResourceRecord, ResourceValues } from '../../shared/resource/resource-record.ts';

/** The open drawer of the vehicle page. */
export type VehicleDialog =
  | { readonly kind: 'replace'; readonly record: ResourceRecord; readonly values?: ResourceValues }
  | { readonly kind: 'channels' | 'changes'; readonly record: ResourceRecord }
  /** `end`: whether anything changed. */
  | { readonly kind: 'renew'; readonly records: readonly ResourceRecord[]; readonly end: (done: boolean) => void }
  | { readonly kind: 'connect'; readonly id: string; readonly name: string }
  | { readonly kind: 'unknown' | 'refused' };

export const useVehicleDialog = createDialogStore<VehicleDialog>();
export const openVehicleDialog = (dialog: VehicleDialog | null): void => useVehicleDialog.setState({ dialog });
