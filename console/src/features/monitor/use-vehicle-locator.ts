import { monitorCalls } from '@fleetwarden/contract/monitor/routes';
import { permission } from '@fleetwarden/contract/permissions';
import { inChinaBounds } from '@fleetwarden/domain/coordinates';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Refusal } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';
import { PageLeft } from '../../api/page-signal.ts';
import { useMay } from '../../api/session.ts';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { MapHandle } from '../../map/MapView.tsx';
import type { FleetTree } from './fleet-tree.ts';
import type { Follower } from './follower.ts';

/** Specification 9: zoom of a located vehicle. */
const LOCATE_ZOOM = 13;
/** Where the vehicle card is a sheet over the lower part of the map, and its share (VehicleCard.module.css). */
const SHEET = '(max-width: 768px)';
const SHEET_SHARE = 0.55;

type Locator = {
  readonly store: VehicleStore;
  readonly map: MapHandle | null;
  readonly tree: FleetTree | null;
  readonly follower: Follower | null;
  /** Reads the tid of the selected vehicle. */
  readonly selected: () => string | null;
  readonly onSelect: (tid: string) => void;
  /** The vehicle is on the map. */
  readonly onLocated: () => void;
};

/**
 * Returns the function that selects the vehicle of a row and moves the map to its newest position. Failures are shown. A reply that
 * comes after the user chose another vehicle, or none, changes nothing.
 */
export function useVehicleLocator(locator: Locator): (row: number) => void {
  const { store, map, tree, follower, selected, onSelect, onLocated } = locator;
  const { t } = useTranslation();
  const mayLocate = useMay(permission.locateAndFollow);
  /** The number of requests so far. */
  const requests = useRef(0);
  const locate = useCallback(
    async (row: number) => {
      const tid = store.idOf(row);
      const request = ++requests.current;
      const before = selected();
      const isLate = () => request !== requests.current || ![before, tid].includes(selected());
      // without the permission to locate, the vehicle is only selected
      if (!mayLocate) return onSelect(tid);
      try {
        const { x, y } = await call(monitorCalls.locate, { carId: store.carId(row) }, { quiet: true });
        if (isLate()) return;
        if (!inChinaBounds(x, y)) throw new Refusal('4004', t('monitor.noPosition'));
        // Skip an unchanged URL: writing it would cancel a navigation in progress
        if (selected() !== tid) onSelect(tid);
        // Only followed vehicles are on the map: a located vehicle is followed.
        if (tree && !tree.wanted(store.rowOf(tid))) follower?.toggleVehicle(store.rowOf(tid));
        map?.locate(x, y, LOCATE_ZOOM, matchMedia(SHEET).matches ? innerHeight * SHEET_SHARE : 0);
        onLocated();
      } catch (failure) {
        if (failure instanceof PageLeft || isLate()) return;
        notify(
          'warning',
          failure instanceof Refusal && failure.code === '4004' ? t('monitor.noPosition') : (failure as Error).message,
        );
      }
    },
    [store, map, tree, follower, mayLocate, selected, onSelect, onLocated, t],
  );
  return useCallback((row: number) => void locate(row), [locate]);
}
