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

/**
 * Calls back each time a socket opens while the component is mounted: messages may have been missed. A page that loads at the start
 * often loads before its socket is open. `first`: it was not open before.
 */
export function useOpened(reload: (first: boolean) => void, socket: 'commonmsg' | 'gpsmsg' = 'commonmsg'): void {
  const hears = useLive().state?.sockets[socket] === 'open';
  const heard = useRef(false);
  const closed = useRef(!hears);
  const run = useEffectEvent(reload);
  useEffect(() => {
    if (hears && closed.current) run(!heard.current);
    heard.current ||= hears;
    closed.current = !hears;
  }, [hears]);
}

/** The server repeats some messages to a socket that opens (hub.ts of the server): a page has missed none for so long after its start. */
const FRESH_MS = 10_000;

/** As `useOpened`, for messages that the server repeats. */
export function useReopened(reload: () => void): void {
  const [startedAt] = useState(() => performance.now());
  useOpened((first) => {
    if (!first || performance.now() - startedAt > FRESH_MS) reload();
  });
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
