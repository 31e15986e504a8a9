import { Suspense, useEffect, useState } from 'react';
import { VehicleStore } from '../live/vehicle-store.ts';
import { lazyComponent } from '../ui/lazy-component.ts';
import { usePreferences } from '../ui/preferences.ts';

const MapView = lazyComponent(async () => (await import('../map/MapView.tsx')).MapView);
const ZOOM = 14;
/** VEHICLE_STATUS. */
const ALARM = '4';

/** A vehicle where it was; `speed` in km/h, `x` and `y` in WGS-84 degrees. */
type Place = {
  readonly targId: string;
  readonly carNo: string;
  readonly color: number;
  readonly x: number;
  readonly y: number;
  readonly speed: number;
  readonly deptId?: string;
  readonly driver?: string;
};

/** The place of a vehicle on the map, with its state at that time (epoch ms). `className` gives the height. */
export function VehiclePlace({ vehicle, at, className }: { vehicle: Place; at: number; className: string }) {
  const dark = usePreferences((state) => state.mode === 'dark');
  const [store] = useState(() => new VehicleStore());
  const { targId, carNo, color, x, y, speed, deptId = '', driver = '' } = vehicle;
  useEffect(() => {
    const nothing = { d: 0, type: 2, vmt: 0, s: 0, a: 0, km: 0, stale: 0, phone: '' };
    const then = { t: at, r: at, st: at, x, y, sp: speed, status: ALARM };
    store.applyInit([{ ...nothing, ...then, tid: targId, cid: targId, cno: carNo, color, deptId, drv: driver, followed: true }]);
    store.endInit();
  }, [store, at, targId, carNo, color, x, y, speed, deptId, driver]);
  return (
    <section className={className}>
      <Suspense fallback={null}>
        <MapView
          store={store}
          selected={targId}
          onSelect={() => undefined}
          dark={dark}
          focus={{ lng: x, lat: y, zoom: ZOOM }}
          layout="single"
          clusters={false}
        />
      </Suspense>
    </section>
  );
}
