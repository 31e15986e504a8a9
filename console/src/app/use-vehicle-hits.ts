import { use, useDeferredValue, useEffect, useState } from 'react';
import { LiveContext } from '../shared/live-context.ts';
import { VehicleFinder } from './vehicle-finder.ts';

export type VehicleHit = {
  readonly id: string;
  readonly plate: string;
  readonly colour: number;
  readonly status: number;
  readonly driver: string;
};

/** Matching vehicles, best first; empty without access to live vehicles. */
export function useVehicleHits(text: string, allowed: boolean, limit: number): readonly VehicleHit[] {
  const store = use(LiveContext)?.store;
  const wanted = useDeferredValue(text);
  const [finder, setFinder] = useState<VehicleFinder | null>(null);
  const [, setReadings] = useState(0);

  useEffect(() => {
    if (!store || !allowed) return;
    const fresh = new VehicleFinder(store);
    fresh.refresh(() => setReadings((n) => n + 1));
    setFinder(fresh);
    return () => {
      fresh.stop();
      setFinder(null);
    };
  }, [store, allowed]);

  if (!store || !finder) return [];
  return finder.find(wanted, limit).map((id) => {
    const row = store.rowOf(id);
    return { id, plate: store.plate(row), colour: store.colour(row), status: store.status(row), driver: store.driver(row) };
  });
}
