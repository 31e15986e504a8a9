import { createDialogStore } from '../../shared/resource/record-dialog.ts';

/** The open drawer of the device page: uninterpreted messages, of one plate or of all vehicles (empty). */
type DeviceDialog = { readonly carNo: string };

export const useDeviceDialog = createDialogStore<DeviceDialog>();
export const openDeviceDialog = (dialog: DeviceDialog | null): void => useDeviceDialog.setState({ dialog });
