import { create } from 'zustand';

/** Vehicles that were found on the map, for the drawer to list; the newest search counts. */
export const useSelectedVehicles = create<{ readonly targIds: readonly string[] }>(() => ({ targIds: [] }));

export const selectVehicles = (targIds: readonly string[]): void => useSelectedVehicles.setState({ targIds });
