import { createContext, use, useEffect, useEffectEvent, useState } from 'react';
import type { AlarmStore } from '../live/alarm-store.ts';
import type { CommonMessages } from '../live/common-messages.ts';
import type { LiveState } from '../live/connection.ts';
import type { VehicleStore } from '../live/vehicle-store.ts';
import type { Shown, ShownPart } from '../live/view-subscription.ts';

export type Live = {
  readonly store: VehicleStore;
  readonly alarms: AlarmStore;
  readonly state: LiveState | null;
  /** What the server tells besides positions. */
  readonly common: CommonMessages;
  /** What the console shows: positions come of these vehicles. */
  readonly shown: Shown;
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

/**
 * Says what a component shows, as long as it is shown itself: its vehicles' records come, and no others. Statuses come of all
 * vehicles in any case. `part` is compared by its content.
 */
export function useShown(part: ShownPart | null): void {
  // a dialog may be drawn where nothing is live
  const shown = use(LiveContext)?.shown;
  const [key] = useState(() => ({}));
  const content = JSON.stringify(part);
  useEffect(() => {
    if (!shown) return;
    shown.set(key, JSON.parse(content) as ShownPart | null);
    return () => shown.set(key, null);
  }, [shown, key, content]);
}
