import type { LngLat } from './coordinates.ts';
import { EARTH_M, METRES_A_DEGREE, mercatorLat, RAD } from './geometry.ts';

/** Rings: ordered corners without the closing one. WGS-84 degrees; no ring crosses the 180th meridian. */
type Ring = readonly LngLat[];

/** [west, south, east, north], degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** Bounds of positions; inverted for an empty list. */
export function boundsOfPlaces(places: readonly LngLat[]): Bounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of places) {
    [west, south] = [Math.min(west, x), Math.min(south, y)];
    [east, north] = [Math.max(east, x), Math.max(north, y)];
  }
  return [west, south, east, north];
}

export const isWithin = ([west, south, east, north]: Bounds, lng: number, lat: number): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north;

/** Expands bounds by `metres`; near the poles and the 180th meridian the result may exceed valid degrees. */
export function expandBounds([west, south, east, north]: Bounds, metres: number): Bounds {
  const furthest = Math.max(Math.abs(south), Math.abs(north));
  const [dLat, dLng] = [metres / METRES_A_DEGREE, metres / (METRES_A_DEGREE * Math.max(Math.cos(furthest * RAD), 1e-6))];
  return [west - dLng, south - dLat, east + dLng, north + dLat];
}

/** Area of a rectangle on the sphere, m². */
export const boundsM2 = ([west, south, east, north]: Bounds): number =>
  Math.abs((east - west) * RAD * (Math.sin(north * RAD) - Math.sin(south * RAD)) * EARTH_M * EARTH_M);

/** Area of a ring on the sphere, m², for either orientation. */
export function ringM2(ring: Ring): number {
  if (ring.length < 3) return 0;
  let sum = 0;
  for (let i = 0; i < ring.length; i++) {
    const [lng1, lat1] = ring[i]!;
    const [lng2, lat2] = ring[(i + 1) % ring.length]!;
    let east = lng2 - lng1;
    if (east > 180) east -= 360;
    else if (east < -180) east += 360;
    sum += east * RAD * (2 + Math.sin(lat1 * RAD) + Math.sin(lat2 * RAD));
  }
  return Math.abs((sum * EARTH_M * EARTH_M) / 2);
}

/** Returns a point-in-polygon test of rings, even-odd, so that inner rings are holes. Edges are straight as drawn. */
export function ringsTest(rings: readonly Ring[]): (lng: number, lat: number) => boolean {
  // Typed arrays: a history search tests millions of positions.
  const flat = rings.map((ring) => ({
    bounds: boundsOfPlaces(ring),
    x: Float64Array.from(ring, ([lng]) => lng),
    y: Float64Array.from(ring, ([, lat]) => mercatorLat(lat)),
  }));
  return (lng, lat) => {
    let inside = false;
    for (const ring of flat)
      if (isWithin(ring.bounds, lng, lat) && crossings(ring.x, ring.y, lng, mercatorLat(lat)) % 2 === 1) inside = !inside;
    return inside;
  };
}

/** Number of crossings of a ray to the east with a ring. */
function crossings(xs: Float64Array, ys: Float64Array, x: number, y: number): number {
  let count = 0;
  for (let to = 0, from = xs.length - 1; to < xs.length; from = to++) {
    const [toX, toY, fromY] = [xs[to]!, ys[to]!, ys[from]!];
    if (toY > y !== fromY > y && x < toX + ((y - toY) / (fromY - toY)) * (xs[from]! - toX)) count++;
  }
  return count;
}

/** Twice the signed area of a triangle, in degrees. */
const turn = (a: LngLat, b: LngLat, c: LngLat): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
const isOn = (a: LngLat, b: LngLat, p: LngLat): boolean =>
  Math.min(a[0], b[0]) <= p[0] && p[0] <= Math.max(a[0], b[0]) && Math.min(a[1], b[1]) <= p[1] && p[1] <= Math.max(a[1], b[1]);

/** Whether two segments have a common point. */
function meet(a: LngLat, b: LngLat, c: LngLat, d: LngLat): boolean {
  // A bounding box check separates nearly all pairs.
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0])) return false;
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1])) return false;
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (
    (abc === 0 && isOn(a, b, c)) || (abd === 0 && isOn(a, b, d)) || (cda === 0 && isOn(c, d, a)) || (cdb === 0 && isOn(c, d, b))
  );
}

const toFlat = ([lng, lat]: LngLat): LngLat => [lng, mercatorLat(lat)];

/** Returns a test whether a segment touches a line. */
export function lineTest(line: readonly LngLat[]): (from: LngLat, to: LngLat) => boolean {
  const flat = line.map(toFlat);
  return (from, to) => {
    const [a, b] = [toFlat(from), toFlat(to)];
    return flat.some((corner, i) => i > 0 && meet(a, b, flat[i - 1]!, corner));
  };
}

/**
 * Whether a ring crosses or touches itself, retraces an edge, or encloses nothing. Compares all pairs of edges: for about a
 * hundred corners.
 */
export function crossesItself(ring: Ring): boolean {
  const count = ring.length;
  const corner = (at: number) => ring[at % count]!;
  for (let i = 0; i < count; i++) {
    const [a, b, c] = [corner(i), corner(i + 1), corner(i + 2)];
    const isBack = turn(a, b, c) === 0 && (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0;
    if (isBack) return true;
    for (let j = i + 2; j < count; j++) {
      // The last edge ends where the first starts.
      if (i === 0 && j === count - 1) continue;
      if (meet(a, b, corner(j), corner(j + 1))) return true;
    }
  }
  return false;
}
