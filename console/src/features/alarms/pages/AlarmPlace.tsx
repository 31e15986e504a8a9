import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { lazy, Suspense, useEffect, useState } from 'react';
import { VehicleStore } from '../../../live/vehicle-store.ts';
import { usePreferences } from '../../../ui/preferences.ts';
import styles from './AlarmPages.module.css';

const MapView = lazy(async () => ({ default: (await import('../../../map/MapView.tsx')).MapView }));
const ZOOM = 14;
/** VEHICLE_STATUS. */
const ALARM = '4';

/** The place of an alarm on the map, with the vehicle's state at that time. */
export function AlarmPlace({ alarm }: { alarm: AlarmRow }) {
  const dark = usePreferences((state) => state.mode === 'dark');
  const [store] = useState(() => new VehicleStore());
  useEffect(() => {
    const { targId, carNo, color, x, y, speed, vtime, deptId, driver } = alarm;
    const nothing = { d: 0, type: 2, vmt: 0, s: 0, a: 0, km: 0, stale: 0, phone: '' };
    const then = { t: vtime, r: vtime, st: vtime, x, y, sp: speed, status: ALARM };
    store.applyInit([{ ...nothing, ...then, tid: targId, cid: targId, cno: carNo, color, deptId, drv: driver, followed: true }]);
    store.endInit();
  }, [store, alarm]);
  return (
    <section className={styles['map']}>
      <Suspense fallback={null}>
        <MapView
          store={store}
          selected={alarm.targId}
          onSelect={() => undefined}
          dark={dark}
          focus={{ lng: alarm.x, lat: alarm.y, zoom: ZOOM }}
          layout="single"
          clusters={false}
        />
      </Suspense>
    </section>
  );
}
