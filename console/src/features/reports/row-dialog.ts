import type { ReactNode } from 'react';

/** The vehicle of a row. */
export type RowVehicle = { readonly carId: string; readonly plate: string };
/** `onDone`: something is another than before. */
export type RowDialogProps = { readonly vehicle: RowVehicle; readonly onDone: () => void; readonly onClose: () => void };
export type RowDialog = (props: RowDialogProps) => ReactNode;
