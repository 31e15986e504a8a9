import { inChinaBounds } from '@fleetwarden/domain/coordinates';
import { mercatorX, mercatorY, toLat, toLng, worldSizeAt } from '@fleetwarden/domain/mercator';
import { useEffect, useRef } from 'react';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { MapHandle } from '../../map/MapView.tsx';
import type { MapBounds, MapPosition } from '../../map/map-provider.ts';

/** Specification 9: the default level; a single vehicle is shown with its surroundings. */
const CLOSEST_ZOOM = 12;
/** Padding between vehicles and the edge, CSS px on each side. */
const PADDING_PX = 96;
/** On a small map the padding takes at most half of the size. */
const MAX_PADDING_SHARE = 0.25;
/** A view that moved less, in degrees, was not moved by the user. */
const SAME_DEGREES = 1e-6;

type Shown = { readonly bounds: MapBounds; readonly zoom: number };

/** The view that fits all followed vehicles with a position in China; null without any. `shown` tells the map's size. */
export function fitVehicles(store: VehicleStore, shown: Shown): MapPosition | null {
  const { lng, lat, followed } = store.columns;
  let [west, north, east, south] = [1, 1, 0, 0];
  for (let row = 0; row < store.size; row++) {
    if (followed[row] !== 1 || !inChinaBounds(lng[row]!, lat[row]!)) continue;
    const [x, y] = [mercatorX(lng[row]!), mercatorY(lat[row]!)];
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [north, south] = [Math.min(north, y), Math.max(south, y)];
  }
  if (west > east) return null;
  const scale = worldSizeAt(shown.zoom);
  const [left, bottom, right, top] = shown.bounds;
  const room = (px: number) => px - 2 * Math.min(PADDING_PX, px * MAX_PADDING_SHARE);
  const width = room((mercatorX(right) - mercatorX(left)) * scale);
  const height = room((mercatorY(bottom) - mercatorY(top)) * scale);
  const times = Math.min(width / ((east - west) * scale), height / ((south - north) * scale));
  const zoom = Math.min(CLOSEST_ZOOM, shown.zoom + Math.log2(times));
  return { lng: toLng((west + east) / 2), lat: toLat((north + south) / 2), zoom };
}

/**
 * Fits the map to the fleet once the vehicles have arrived, if the account has no saved view and the map was not moved meanwhile.
 * `fallback` is the view of a fleet without positions.
 */
export function useFirstView(options: {
  readonly wanted: boolean;
  readonly complete: boolean;
  readonly store: VehicleStore;
  readonly map: MapHandle | null;
  readonly fallback: MapPosition;
}): void {
  const { wanted, complete, store, map, fallback } = options;
  const opened = useRef<MapPosition | null>(null);
  const done = useRef(!wanted);
  useEffect(() => {
    if (!map || done.current) return;
    const view = map.getView();
    opened.current ??= view;
    if (!complete) return;
    done.current = true;
    const { lng, lat, zoom } = opened.current;
    const moved = Math.max(Math.abs(view.lng - lng), Math.abs(view.lat - lat), Math.abs(view.zoom - zoom)) > SAME_DEGREES;
    if (moved) return;
    const fit = fitVehicles(store, { bounds: map.getBounds(), zoom: view.zoom }) ?? fallback;
    map.locate(fit.lng, fit.lat, fit.zoom);
  }, [map, complete, store, fallback]);
}
