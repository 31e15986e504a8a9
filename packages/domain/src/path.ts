import type { LngLat } from './coordinates.ts';
import { greatCircleKm, METRES_A_DEGREE, mercatorLat, RAD } from './geometry.ts';

/** Paths: consecutive positions, WGS-84 degrees. */

/** Length of a path, km. */
export function pathKm(path: readonly LngLat[]): number {
  let km = 0;
  for (let i = 1; i < path.length; i++) km += greatCircleKm(...path[i - 1]!, ...path[i]!);
  return km;
}

/**
 * Returns a function for the distance to a path, m; infinite for an empty path. Planar, in local Mercator scale: accurate within
 * a few dozen kilometres, and equal to the database's measure.
 */
export function distanceTo(path: readonly LngLat[]): (lng: number, lat: number) => number {
  const [first] = path;
  if (first && path.length === 1) return (lng, lat) => greatCircleKm(lng, lat, ...first) * 1000;
  const flat = path.map(([lng, lat]): LngLat => [lng, mercatorLat(lat)]);
  return (lng, lat) => {
    const y = mercatorLat(lat);
    let least = Number.POSITIVE_INFINITY;
    for (let i = 1; i < flat.length; i++) least = Math.min(least, toStretch(lng, y, flat[i - 1]!, flat[i]!));
    return least * METRES_A_DEGREE * Math.cos(lat * RAD);
  };
}

/** The point of a straight segment nearest to a position. */
export function nearestOn(from: LngLat, to: LngLat, [lng, lat]: LngLat): LngLat {
  const share = nearestShare(lng, mercatorLat(lat), [from[0], mercatorLat(from[1])], [to[0], mercatorLat(to[1])]);
  if (share === 0 || share === 1) return share === 0 ? from : to;
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** Planar distance to a segment, in its unit. */
function toStretch(x: number, y: number, from: LngLat, to: LngLat): number {
  const share = nearestShare(x, y, from, to);
  return Math.hypot(x - from[0] - (to[0] - from[0]) * share, y - from[1] - (to[1] - from[1]) * share);
}

/** Position on a segment, 0 to 1, nearest to a point. */
function nearestShare(x: number, y: number, [x1, y1]: LngLat, [x2, y2]: LngLat): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  return length === 0 ? 0 : Math.min(Math.max(((x - x1) * dx + (y - y1) * dy) / length, 0), 1);
}
