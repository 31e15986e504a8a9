import { create } from 'zustand';
import type { Target } from './sent-commands.ts';

/** A department a text goes to, with everything below it. */
export type TargetDepartment = { readonly deptId: string; readonly name: string };

/** A window about a vehicle, or several, that stands over the page. It keeps the vehicle it was opened for. */
export type VehicleWindow =
  | { readonly kind: 'message'; readonly vehicles: readonly Target[] }
  | { readonly kind: 'groupMessage'; readonly departments: readonly TargetDepartment[] }
  | { readonly kind: 'listen' | 'photo' | 'info' | 'owner' | 'tyres' | 'spotCheck' | 'areas'; readonly vehicle: Target };

/** The window that is open; drawn by VehicleWindows. */
export const useVehicleWindow = create<{ readonly shown: VehicleWindow | null }>(() => ({ shown: null }));

export const openVehicleWindow = (shown: VehicleWindow): void => useVehicleWindow.setState({ shown });
export const closeVehicleWindow = (): void => useVehicleWindow.setState({ shown: null });
