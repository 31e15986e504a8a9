import type { LngLat } from './coordinates.ts';
import { nearestOn } from './path.ts';
import type { Region } from './region.ts';
import { listCorners, listSegments, regionBounds, regionTest } from './region-reach.ts';
import { type Bounds, boundsOfPlaces, lineTest } from './ring.ts';

/** Returns a test whether the straight segment between two positions outside of a region touches it. WGS-84 degrees. */
export function regionCrossing(region: Region): (from: LngLat, to: LngLat) => boolean {
  switch (region.mode) {
    case 1:
      return edgeTest(listCorners(region.bounds));
    case 2:
      return edgeTest(region.ring);
    case 3: {
      const { bufferM } = region;
      const stretches = listSegments(region);
      return (from, to) =>
        stretches.some(
          ({ ends, bounds, distance, meets }) =>
            mayMeet(bounds, from, to) &&
            (meets(from, to) || ends.some((end) => distance(...nearestOn(from, to, end)) <= bufferM)),
        );
    }
    case 4: {
      const bounds = regionBounds(region);
      const inside = regionTest(region);
      return (from, to) => mayMeet(bounds, from, to) && inside(...nearestOn(from, to, region.centre));
    }
  }
}

function edgeTest(ring: readonly LngLat[]): (from: LngLat, to: LngLat) => boolean {
  const bounds = boundsOfPlaces(ring);
  const meets = lineTest([...ring, ring[0]!]);
  return (from, to) => mayMeet(bounds, from, to) && meets(from, to);
}

const mayMeet = ([west, south, east, north]: Bounds, from: LngLat, to: LngLat): boolean =>
  Math.max(from[0], to[0]) >= west &&
  Math.min(from[0], to[0]) <= east &&
  Math.max(from[1], to[1]) >= south &&
  Math.min(from[1], to[1]) <= north;
