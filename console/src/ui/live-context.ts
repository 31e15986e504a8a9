import { createContext, use } from 'react';
import type { LiveState } from '../live/connection.ts';
import type { VehicleStore } from '../live/vehicle-store.ts';

export type Live = { readonly store: VehicleStore; readonly state: LiveState | null };

/** The live data of the signed-in user; the shell provides it to every page. */
export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = use(LiveContext);
  if (!live) throw new Error('useLive: outside of LiveProvider');
  return live;
}
