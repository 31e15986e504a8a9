import { monitorCalls } from '@fleetwarden/contract/monitor/routes';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { useLive } from '../../shared/live-context.ts';
import { NEVER_SEEN, STATUS_COUNT } from './status.ts';

/** Screen catalogue 3.1: recounted at most once a second; the server's value every 60 s wins. */
const RECOUNT_MS = 1_000;
const SERVER_MS = 60_000;

/** Vehicles by status, and at STATUS_COUNT those never online. */
type Counts = readonly number[];

/** The store's counts. */
export function countStatuses(store: VehicleStore): Counts {
  let never = 0;
  for (let row = 0; row < store.size; row++) if (store.neverSeen(row)) never++;
  return [...Array.from({ length: STATUS_COUNT }, (_, status) => store.countOf(status)), never];
}

/** Number of vehicles with these statuses; 0: all. */
export function sumCounts(counts: Counts, bits: number): number {
  const wanted = bits === 0 ? NEVER_SEEN - 1 : bits;
  return counts.reduce((sum, count, status) => (wanted & (1 << status) ? sum + count : sum), 0);
}

/** The server's counts, and the store's at the time of the reply; null: its list was incomplete. */
type Answer = { readonly server: Counts; readonly store: Counts | null };

/**
 * Vehicles by status: the server's last counts plus the store's changes since. While the list loads, the server's counts, or
 * null before its reply.
 */
export function useStatusCounts(): Counts | null {
  const { store, state } = useLive();
  const complete = state?.init === 2;
  const { data } = useQuery({
    queryKey: ['monitor', 'countByStatus'],
    queryFn: async ({ signal }): Promise<Answer> => {
      const { offline, parked, moving, idling, alarm, emergency, noFix, never } = await call(
        monitorCalls.countByStatus,
        {},
        { signal, quiet: true },
      );
      const server = [offline, parked, moving, idling, alarm, emergency, noFix, never];
      return { server, store: complete ? countStatuses(store) : null };
    },
    refetchInterval: SERVER_MS,
    gcTime: 0,
    structuralSharing: false,
  });

  // the counts held so far may be of a part of the list
  const wasComplete = useRef(complete);
  const held = useRef<{ readonly of: VehicleStore; readonly counts: Counts } | null>(null);
  const read = useCallback(() => {
    if (held.current?.of !== store) held.current = { of: store, counts: countStatuses(store) };
    return held.current.counts;
  }, [store]);
  const subscribe = useCallback(
    (notify: () => void) => {
      // changes may have been missed without a subscription
      held.current = null;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stop = store.subscribe(() => {
        timer ??= setTimeout(() => {
          timer = undefined;
          held.current = null;
          notify();
        }, RECOUNT_MS);
      });
      return () => {
        stop();
        clearTimeout(timer);
      };
    },
    [store],
  );
  if (wasComplete.current !== complete) {
    wasComplete.current = complete;
    held.current = null;
  }
  const counts = useSyncExternalStore(subscribe, read);
  if (!complete) return data?.server ?? null;
  const base = data?.store;
  return base ? counts.map((count, i) => Math.max(0, data.server[i]! + count - base[i]!)) : counts;
}
