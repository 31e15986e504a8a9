import type { RefObject } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { MapHandle } from '../../map/MapView.tsx';
import type { MapPosition } from '../../map/map-provider.ts';

/** Specification 9: zoom of a located vehicle. */
export const INSPECTION_ZOOM = 13;
/** Tolerance for views that the user did not move, degrees (some metres). */
const SAME_PLACE = 1e-4;

type Place = { readonly lng: number; readonly lat: number };

/**
 * Keeps the map centred on a moving place until the user moves the map; `recentre` starts again. `onView` is the map's listener
 * for views at rest.
 */
export function useCentred(map: RefObject<MapHandle | null>, place: Place | null) {
  const [centred, setCentred] = useState(true);
  const target = useRef<Place | null>(place);
  const lng = place?.lng ?? null;
  const lat = place?.lat ?? null;

  const moveTo = useCallback(
    (next: Place) => {
      target.current = next;
      map.current?.locate(next.lng, next.lat, map.current.getView().zoom);
    },
    [map],
  );

  useEffect(() => {
    if (centred && lng !== null && lat !== null) moveTo({ lng, lat });
  }, [centred, lng, lat, moveTo]);

  const onView = useCallback((view: MapPosition) => {
    const at = target.current;
    if (at && Math.hypot(view.lng - at.lng, view.lat - at.lat) > SAME_PLACE) setCentred(false);
  }, []);

  return { centred, onView, recentre: () => setCentred(true) };
}
