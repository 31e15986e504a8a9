import type { LngLat } from './coordinates.ts';
import { greatCircleKm } from './geometry.ts';
import { distanceTo } from './path.ts';
import type { Region } from './region.ts';
import { type Bounds, boundsOfPlaces, expandBounds, isWithin, lineTest, ringsTest } from './ring.ts';

/** Bounds of a region grown by `metres`, degrees; full longitudes if it crosses the 180th meridian. */
export function regionBounds(region: Region, metres = 0): Bounds {
  switch (region.mode) {
    case 1:
      return reached(listCorners(region.bounds), metres);
    case 2:
      return reached(region.ring, metres);
    case 3:
      return reached(region.points, metres + region.bufferM);
    case 4:
      return reached([region.centre], metres + region.radiusM);
  }
}

/** Upper bound of the flat map's error within the reach of a region. */
const FLAT_FAULT = 0.01;

function reached(places: readonly LngLat[], metres: number): Bounds {
  const [west, south, east, north] = expandBounds(boundsOfPlaces(places), metres * (1 + FLAT_FAULT));
  return west < -180 || east > 180 ? [-180, south, 180, north] : [west, south, east, north];
}

export const listCorners = ([west, south, east, north]: Bounds): readonly LngLat[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];

/** A line's segments with the bounds of their buffers: a place is near one or two of a hundred. */
export function listSegments({ points, bufferM }: Extract<Region, { readonly mode: 3 }>) {
  return points.slice(1).map((to, i) => {
    const ends = [points[i]!, to] as const;
    return { ends, bounds: reached(ends, bufferM), distance: distanceTo(ends), meets: lineTest(ends) };
  });
}

/** Tests whether places (WGS-84 degrees) lie in a region. The edge counts as inside, except that of a ring. */
export function regionTest(region: Region): (lng: number, lat: number) => boolean {
  switch (region.mode) {
    case 1:
      return (lng, lat) => isWithin(region.bounds, lng, lat);
    case 2:
      return ringsTest([region.ring]);
    case 3: {
      const { bufferM } = region;
      const stretches = listSegments(region);
      return (lng, lat) => stretches.some(({ bounds, distance }) => isWithin(bounds, lng, lat) && distance(lng, lat) <= bufferM);
    }
    case 4: {
      const { centre, radiusM } = region;
      return (lng, lat) => greatCircleKm(...centre, lng, lat) * 1_000 <= radiusM;
    }
  }
}
