import type { ReportRow } from '@fleetwarden/contract/reports/schemas';
import type { ReactNode } from 'react';

/** The vehicle of a row. */
export type RowVehicle = { readonly carId: string; readonly plate: string };
/** The superior platform of a row, and its day. */
export type RowPlatform = { readonly id: string; readonly name: string; readonly day: string };
/** The file of a row. */
export type RowDocument = { readonly id: string; readonly name: string };
/** `onDone`: something was changed. */
export type RowDialogOf<Subject> = Subject & { readonly onDone: () => void; readonly onClose: () => void };
export type RowDialogProps = RowDialogOf<{ readonly vehicle: RowVehicle }>;
export type RowDialog = (props: RowDialogOf<{ readonly row: ReportRow }>) => ReactNode;
