import type { LngLat } from '@fleetwarden/domain/coordinates';
import { useEffect } from 'react';
import type { MapHandle } from '../../../map/MapView.tsx';
import type { Overlay } from '../../../map/overlays/overlay-layer.ts';
import { type LineShape, TRACKING_STROKE } from '../../../map/overlays/shapes.ts';
import type { Trail } from './trail.ts';

/** The vehicle is re-centred this close to an edge, as a share of the view. */
const EDGE = 0.15;

/**
 * Draws a trail (specification 4): a red line extended by each position, with alarm labels. Repeated labels are skipped, because
 * one per second would be unreadable. The view follows.
 */
export function useTrailOverlay(map: MapHandle | null, trail: Trail, running: boolean): void {
  useEffect(() => {
    if (!map || !running) return;
    const { overlays } = map;
    const shapes: Overlay[] = [];
    let line: Overlay<LineShape> | null = null;
    let drawn = 0;
    let lastAlarms = '';

    const draw = () => {
      const [newest] = trail.listed;
      if (!newest || trail.version === drawn) return;
      drawn = trail.version;
      const place: LngLat = [newest.lng, newest.lat];
      if (line) line.extend(place);
      else {
        line = overlays.add({ kind: 'line', points: [...trail.line], stroke: TRACKING_STROKE });
        shapes.push(line as unknown as Overlay);
      }
      if (newest.alarms !== '' && newest.alarms !== lastAlarms)
        shapes.push(overlays.add({ kind: 'label', at: place, text: newest.alarms }) as unknown as Overlay);
      lastAlarms = newest.alarms;
      goAlong(map, place);
    };

    draw();
    const end = trail.subscribe(draw);
    return () => {
      end();
      for (const shape of shapes) shape.remove();
    };
  }, [map, trail, running]);
}

function goAlong(map: MapHandle, [lng, lat]: LngLat): void {
  const [west, south, east, north] = map.getBounds();
  const [dx, dy] = [(east - west) * EDGE, (north - south) * EDGE];
  const inside = lng > west + dx && lng < east - dx && lat > south + dy && lat < north - dy;
  if (!inside) map.locate(lng, lat, map.getView().zoom);
}
