import type { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import type { CallReply } from '@fleetwarden/contract/call';
import { useEffect, useRef, useState } from 'react';
import type { MapHandle } from '../../map/MapView.tsx';
import { boundsOfPlaces } from '../../map/overlays/shapes.ts';
import { ShapeMap } from '../../map/ShapeMap.tsx';
import styles from './Parts.module.css';

/** A place with fewer alarms is never the hottest. */
const MIN_HOT = 5;

/** Where alarms began. It fits the first spots; afterwards the view is the user's. */
export function HeatMap({ spots }: { spots: CallReply<typeof alarmsCalls.getAsOverview>['spots'] }) {
  const [map, setMap] = useState<MapHandle | null>(null);
  const fitted = useRef<MapHandle | null>(null);
  useEffect(() => {
    if (!map || spots.length === 0) return;
    const most = Math.max(MIN_HOT, spots[0]!.count);
    const places = spots.map(({ lng, lat, count }) => ({ at: [lng, lat] as const, weight: count / most }));
    const overlay = map.overlays.add({ kind: 'heat', spots: places });
    const bounds = boundsOfPlaces(places.map(({ at }) => at));
    if (bounds && fitted.current !== map) map.fit(bounds);
    fitted.current = map;
    return () => overlay.remove();
  }, [map, spots]);
  return (
    <div className={styles['heatMap']}>
      <ShapeMap shown={null} onMap={setMap} />
    </div>
  );
}
