import { createContext, use, useEffect, useEffectEvent, useRef, useState } from 'react';
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

/** A socket that opens gets the messages of the last seconds (hub.ts of the server), so a page has missed none for so long after its start. */
const FRESH_MS = 10_000;

/** Calls back when the socket of common messages opens again, or late: messages may have been missed. */
export function useReopened(reload: () => void): void {
  const hears = useLive().state?.sockets.commonmsg === 'open';
  const [startedAt] = useState(() => performance.now());
  const opened = useRef(false);
  const run = useEffectEvent(reload);
  useEffect(() => {
    if (!hears) return;
    if (opened.current || performance.now() - startedAt > FRESH_MS) run();
    opened.current = true;
  }, [hears, startedAt]);
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
