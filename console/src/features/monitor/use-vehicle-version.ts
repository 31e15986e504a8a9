import { useCallback, useSyncExternalStore } from 'react';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { useShown } from '../../shared/live-context.ts';

/**
 * Draws again when the vehicle of that id has changed, and for no other: everything the dialog reads of it is in the text
 * compared here. '' while the store does not know it. Its records come wherever it is, and whatever else is shown.
 */
export function useVehicleVersion(store: VehicleStore, tid: string): string {
  useShown({ tids: [tid] });
  const subscribe = useCallback((notify: () => void) => store.subscribe(notify), [store]);
  return useSyncExternalStore(subscribe, () => {
    const row = store.rowOf(tid);
    if (row < 0) return '';
    const { receivedAt, statusSince, status, touchedTick } = store.columns;
    return `${row} ${receivedAt[row]} ${statusSince[row]} ${status[row]} ${touchedTick[row]} ${store.structureVersion}`;
  });
}
