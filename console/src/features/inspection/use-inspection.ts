import type { CallReply } from '@fleetwarden/contract/call';
import type { identityCalls as table } from '@fleetwarden/contract/identity/routes';
import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { VehicleStore } from '../../live/vehicle-store.ts';

/** Specification 2.10 has no sockets in inspection mode: the position is asked for this often while somebody looks. */
const POLL_MS = 10_000;

export type Inspected = CallReply<typeof table.inspectList>['list'][number];

/** The inspected vehicle as last heard of. */
export type Inspection = {
  /** What the map draws. */
  readonly store: VehicleStore;
  /** null: never seen; undefined: not known yet. */
  readonly vehicle: Inspected | null | undefined;
  /** Why the last call failed; what was known before stays. */
  readonly failure: Error | null;
  readonly retry: () => void;
};

/** Asks for the vehicle every 10 s, not while the page is hidden, and at once when it is looked at again. */
export function useInspection(): Inspection {
  const [store] = useState(() => new VehicleStore());
  const query = useQuery({
    queryKey: ['inspection', 'list'],
    queryFn: ({ signal }) => call(identityCalls.inspectList, {}, { signal, quiet: true }),
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    // Without a network the call fails and is shown as failed, instead of waiting in silence.
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
