import type { ComponentType } from 'react';
import { createContext } from 'react';

export type VideoVehicle = { readonly targId: string; readonly carNo: string; readonly color: number };

/** Live video of a vehicle, for features that do not play video; null: none, as in tests. */
export const VehicleVideoContext = createContext<ComponentType<{ readonly vehicle: VideoVehicle }> | null>(null);
