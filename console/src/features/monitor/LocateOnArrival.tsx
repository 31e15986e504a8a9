import { useEffect } from 'react';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { useVehicleVersion } from './use-vehicle-version.ts';

/** Locates a vehicle once the store has it; renders nothing. */
export function LocateOnArrival(props: { store: VehicleStore; tid: string; onLocate: (row: number) => void }) {
  const { store, tid, onLocate } = props;
  useVehicleVersion(store, tid);
  const row = store.rowOf(tid);
  useEffect(() => {
    if (row >= 0) onLocate(row);
  }, [row, onLocate]);
  return null;
}
