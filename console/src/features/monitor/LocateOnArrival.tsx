import { useEffect, useRef } from 'react';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { useVehicleVersion } from './use-vehicle-version.ts';

/** Locates a vehicle once, as soon as the store knows it; draws nothing. */
export function LocateOnArrival({ store, tid, onLocate }: { store: VehicleStore; tid: string; onLocate: (row: number) => void }) {
  useVehicleVersion(store, tid);
  const row = store.rowOf(tid);
  // Shown again after it was hidden, the page has arrived already.
  const done = useRef(false);
  useEffect(() => {
    if (row < 0 || done.current) return;
    done.current = true;
    onLocate(row);
  }, [row, onLocate]);
  return null;
}
