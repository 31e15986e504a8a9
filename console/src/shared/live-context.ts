import { createContext, use, useEffect, useEffectEvent, useState } from 'react';
import type { AlarmStore } from '../live/alarm-store.ts';
import type { CommonMessages } from '../live/common-messages.ts';
import type { LiveState } from '../live/connection.ts';
import type { VehicleStore } from '../live/vehicle-store.ts';
import type { ViewPart, ViewSubscription } from '../live/view-subscription.ts';

export type Live = {
  readonly store: VehicleStore;
  readonly alarms: AlarmStore;
  readonly state: LiveState | null;
  /** Messages besides positions. */
  readonly common: CommonMessages;
  /** The view subscription: positions arrive for these vehicles. */
  readonly view: ViewSubscription;
};

/** The live data of the user, provided by the shell. */
export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = use(LiveContext);
  if (!live) throw new Error('useLive: outside of LiveProvider');
  return live;
}

/** Subscribes to a `commonmsg` type while the component is mounted. */
export function useCommonMessage(type: string, handler: (data: unknown) => void): void {
  const { common } = useLive();
  const hear = useEffectEvent(handler);
  useEffect(() => common.subscribe(type, (data) => hear(data)), [common, type]);
}

/**
 * Adds the component's view to the subscription while it is mounted: the server sends records of these vehicles only. Statuses
 * arrive for all. `part` is compared by content.
 */
export function useViewPart(part: ViewPart | null): void {
  // a dialog may be rendered without live data
  const view = use(LiveContext)?.view;
  const [key] = useState(() => ({}));
  const content = JSON.stringify(part);
  useEffect(() => {
    if (!view) return;
    view.set(key, JSON.parse(content) as ViewPart | null);
    return () => view.set(key, null);
  }, [view, key, content]);
}
