import { create } from 'zustand';

/** Vehicles found by the latest map search, for the drawer. */
export const useSelectedVehicles = create<{ readonly targIds: readonly string[] }>(() => ({ targIds: [] }));

export const selectVehicles = (targIds: readonly string[]): void => useSelectedVehicles.setState({ targIds });
