import { create } from 'zustand';
import type { Target } from '../../../shared/commands/sent-commands.ts';

/** A department as receiver, with its descendants. */
export type TargetDepartment = { readonly deptId: string; readonly name: string };

/** A window about one or more vehicles. It keeps its vehicle. */
export type VehicleWindow =
  | { readonly kind: 'message'; readonly vehicles: readonly Target[] }
  | { readonly kind: 'groupMessage'; readonly departments: readonly TargetDepartment[] }
  | {
      readonly kind: 'listen' | 'photo' | 'video' | 'info' | 'owner' | 'tyres' | 'spotCheck' | 'areas' | 'videoViews' | 'media';
      readonly vehicle: Target;
    };

/** The open window, rendered by VehicleWindows. */
export const useVehicleWindow = create<{ readonly shown: VehicleWindow | null }>(() => ({ shown: null }));

export const openVehicleWindow = (shown: VehicleWindow): void => useVehicleWindow.setState({ shown });
export const closeVehicleWindow = (): void => useVehicleWindow.setState({ shown: null });
