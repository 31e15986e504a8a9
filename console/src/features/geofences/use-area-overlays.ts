import { useEffect } from 'react';
import type { MapHandle } from '../../map/MapView.tsx';
import type { AreaRecord } from './area-record.ts';
import { colourOf } from './area-record.ts';
import { toShapes } from './area-shapes.ts';

/** Keeps geofences on the map; `changing` is being edited and drawn by its editor. */
export function useAreaOverlays(
  map: Pick<MapHandle, 'overlays'> | null,
  areas: readonly AreaRecord[],
  shown: ReadonlySet<string>,
  changing: string | null,
): void {
  useEffect(() => {
    if (!map) return;
    const drawn = areas
      .filter(({ id }) => shown.has(id) && id !== changing)
      .flatMap((record) => toShapes(record.geo, record.areaName, colourOf(record)))
      .map((shape) => map.overlays.add(shape));
    return () => {
      for (const overlay of drawn) overlay.remove();
    };
  }, [map, areas, shown, changing]);
}
