import { use, useMemo } from 'react';
import { LiveContext } from '../../shared/live-context.ts';
import type { PickedVehicle } from '../../shared/vehicle-candidates.ts';
import type { TrackRequestState } from './use-tracks.ts';

export type NamedVehicle = { readonly carNo: string /** PLATE_COLOR */; readonly color: number };

/** Names of selected vehicles: from the selection, their tracks, or the live list. */
export function useVehicleNames(
  targIds: readonly string[],
  tracks: readonly TrackRequestState[],
  picked: ReadonlyMap<string, PickedVehicle>,
): ReadonlyMap<string, NamedVehicle> {
  const store = use(LiveContext)?.store;
  // the live list may load after the page
  const structure = store?.structureVersion;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is the same one, what is in it is not
  return useMemo(() => {
    const names = new Map<string, NamedVehicle>();
    for (const targId of targIds) {
      const row = store?.rowOf(targId) ?? -1;
      const known =
        picked.get(targId) ??
        tracks.find((each) => each.targId === targId)?.track ??
        (store && row >= 0 ? { carNo: store.plate(row), color: store.colour(row) } : null);
      if (known) names.set(targId, { carNo: known.carNo, color: known.color });
    }
    return names;
  }, [targIds, tracks, picked, store, structure]);
}
