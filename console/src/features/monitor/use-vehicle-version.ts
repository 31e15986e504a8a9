import { useCallback, useSyncExternalStore } from 'react';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { useViewPart } from '../../shared/live-context.ts';

/**
 * Re-renders when this vehicle changes: the text contains everything that the card reads. '' while the store does not have it.
 * Subscribes to its records in any view.
 */
export function useVehicleVersion(store: VehicleStore, tid: string): string {
  useViewPart({ tids: [tid] });
  const subscribe = useCallback((notify: () => void) => store.subscribe(notify), [store]);
  return useSyncExternalStore(subscribe, () => {
    const row = store.rowOf(tid);
    if (row < 0) return '';
    const { receivedAt, statusSince, status, touchedTick } = store.columns;
    return `${row} ${receivedAt[row]} ${statusSince[row]} ${status[row]} ${touchedTick[row]} ${store.structureVersion}`;
  });
}
