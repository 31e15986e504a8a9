import { createContext, use, useEffect, useEffectEvent } from 'react';
import type { CommonMessages } from '../live/common-messages.ts';
import type { LiveState } from '../live/connection.ts';
import type { VehicleStore } from '../live/vehicle-store.ts';

export type Live = {
  readonly store: VehicleStore;
  readonly state: LiveState | null;
  /** What the server tells besides positions. */
  readonly common: CommonMessages;
};

/** The live data of the signed-in user; the shell provides it to every page. */
export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = use(LiveContext);
  if (!live) throw new Error('useLive: outside of LiveProvider');
  return live;
}

/** Hears `commonmsg` of one type as long as the component is shown. */
export function useCommonMessage(type: string, handler: (data: unknown) => void): void {
  const { common } = useLive();
  const hear = useEffectEvent(handler);
  useEffect(() => common.subscribe(type, (data) => hear(data)), [common, type]);
}
