import type { LngLat } from './coordinates.ts';
import { distanceTo } from './path.ts';
import type { Region } from './region.ts';
import { type Bounds, boundsOfPlaces, expandBounds, lineTest } from './ring.ts';

/** Bounds of a region and a margin of `metres`, degrees; the whole globe if it crosses the 180th meridian. */
export function regionBounds(region: Region, metres = 0): Bounds {
  switch (region.mode) {
    case 1:
      return reached(cornersOf(region.bounds), metres);
    case 2:
      return reached(region.ring, metres);
    case 3:
      return reached(region.points, metres + region.bufferM);
    case 4:
      return reached([region.centre], metres + region.radiusM);
  }
}

/** Error of a planar map within the reach of a region, with a margin. */
const FLAT_FAULT = 0.01;

function reached(places: readonly LngLat[], metres: number): Bounds {
  const [west, south, east, north] = expandBounds(boundsOfPlaces(places), metres * (1 + FLAT_FAULT));
  return west < -180 || east > 180 ? [-180, south, 180, north] : [west, south, east, north];
}

export const cornersOf = ([west, south, east, north]: Bounds): readonly LngLat[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];

/** The segments of a line with the bounds of their buffers: a position is near one or two of a hundred. */
export function stretchesOf({ points, bufferM }: Extract<Region, { readonly mode: 3 }>) {
  return points.slice(1).map((to, i) => {
    const ends = [points[i]!, to] as const;
    return { ends, bounds: reached(ends, bufferM), distance: distanceTo(ends), meets: lineTest(ends) };
  });
}
