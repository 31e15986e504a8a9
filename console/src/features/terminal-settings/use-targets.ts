import { useMemo, useSyncExternalStore } from 'react';
import { type PickedVehicle, VehicleCandidates } from '../../shared/vehicle-candidates.ts';
import { vehicleSource } from '../../shared/vehicle-source.ts';

/** The vehicles a page sends to, and the tree they are chosen from. */
export type Targets = { readonly candidates: VehicleCandidates; readonly chosen: readonly PickedVehicle[] };

/** Vehicles chosen by check boxes; none at the start of a page. */
export function useTargets(): Targets {
  const candidates = useMemo(() => new VehicleCandidates(vehicleSource), []);
  const version = useSyncExternalStore(candidates.subscribe, () => candidates.version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the checks
  return useMemo(() => ({ candidates, chosen: candidates.pending }), [candidates, version]);
}
