import { monitorCalls } from '@fleetwarden/contract/monitor/routes';
import { permission } from '@fleetwarden/contract/permissions';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import type { VehicleStore } from '../../../live/vehicle-store.ts';
import { formatList } from '../../../ui/format.ts';
import { alarmNames } from '../vehicle-fields.ts';
import { Trail } from './trail.ts';

/** The trail of a vehicle while tracked; cleared on stop. Re-renders with each position. */
export function useTrail(store: VehicleStore, tid: string, running: boolean): Trail {
  const { t, i18n } = useTranslation();
  const [trail] = useState(() => new Trail());
  useSyncExternalStore(trail.subscribe, () => trail.version);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another language does not restart the trail
  useEffect(() => {
    if (!running) return;
    const take = (begin: boolean) => {
      const row = store.rowOf(tid);
      if (row < 0 || Number.isNaN(store.x(row))) return;
      trail.take(
        {
          at: store.time(row),
          receivedAt: store.receivedAt(row),
          lng: store.x(row),
          lat: store.y(row),
          speed: store.speed(row),
          heading: store.heading(row),
          alarms: formatList(i18n.language, alarmNames(store, row, t)),
        },
        begin,
      );
    };
    take(true);
    const end = store.subscribe(() => take(false));
    return () => {
      end();
      trail.clear();
    };
  }, [store, tid, running, trail]);
  return trail;
}

/** Follows a tracked vehicle, because positions arrive for followed vehicles only. */
export function useFollowed(store: VehicleStore, tid: string, known: boolean): void {
  const may = useMay(permission.locateAndFollow);
  useEffect(() => {
    const row = store.rowOf(tid);
    if (!may || !known || row < 0 || store.followed(row)) return;
    call(monitorCalls.checkedCar, { targId: tid }, { anyPage: true }).then(
      () => store.setFollowed([store.rowOf(tid)], true),
      // shown by the client
      () => undefined,
    );
  }, [store, tid, known, may]);
}
