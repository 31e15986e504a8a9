import { useMemo } from 'react';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { Follower } from './follower.ts';
import type { VehicleTools } from './vehicle-actions.tsx';

type Dependencies = {
  readonly store: VehicleStore;
  readonly follower: Follower | null;
  readonly locateRow: (row: number) => void;
  readonly sendsAreas: boolean;
};

/** What actions on vehicles need. Vehicles that the store no longer has are ignored. */
export function useVehicleTools({ store, follower, locateRow, sendsAreas }: Dependencies): VehicleTools {
  const locate = useMemo(() => withRow(store, locateRow), [store, locateRow]);
  return useMemo(
    () => ({ store, locate, toggleFollow: withRow(store, (row) => follower?.toggleVehicle(row)), sendsAreas }),
    [store, locate, follower, sendsAreas],
  );
}

/** Runs a function of rows for a tid whose vehicle is in the store. */
const withRow = (store: VehicleStore, run: (row: number) => void) => (tid: string) => {
  const row = store.rowOf(tid);
  if (row >= 0) run(row);
};
