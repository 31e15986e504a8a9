import type { CallReply } from '@fleetwarden/contract/call';
import type { identityCalls as table } from '@fleetwarden/contract/identity/routes';
import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { VehicleStore } from '../../live/vehicle-store.ts';

/** Polling interval. Specification 2.10 has no sockets in inspection mode. */
const POLL_MS = 10_000;

export type Inspected = CallReply<typeof table.inspectList>['list'][number];

/** Last known state of the inspected vehicle. */
export type Inspection = {
  /** The vehicle for the map. */
  readonly store: VehicleStore;
  /** null: no position yet; undefined: not loaded yet. */
  readonly vehicle: Inspected | null | undefined;
  /** Why the last call failed; earlier data stays. */
  readonly failure: Error | null;
  readonly retry: () => void;
};

/** Polls the vehicle every 10 s, not while the page is hidden, and at once when it becomes visible. */
export function useInspection(): Inspection {
  const [store] = useState(() => new VehicleStore());
  const query = useQuery({
    queryKey: ['inspection', 'list'],
    queryFn: ({ signal }) => call(identityCalls.inspectList, {}, { signal, quiet: true }),
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    // Without a network the call fails visibly instead of waiting.
    networkMode: 'always',
    gcTime: 0,
  });
  const list = query.data?.list;

  useEffect(() => {
    if (!list) return;
    const followed = list.map((record) => ({ ...record, deptId: '', drv: '', phone: '', followed: true }));
    store.applyInit(followed);
    store.endInit();
  }, [list, store]);

  const vehicle = list === undefined ? undefined : (list[0] ?? null);
  return {
    store,
    vehicle: vehicle && vehicle.x === null ? null : vehicle,
    failure: query.error,
    retry: () => void query.refetch(),
  };
}
