import type { LngLat } from './coordinates.ts';
import { greatCircleKm } from './geometry.ts';

/** [west, south, east, north], WGS-84 degrees. */
type Bounds = readonly [west: number, south: number, east: number, north: number];

/** Part of the map that vehicles are looked for in, by drawing mode (specification 4); WGS-84 degrees and metres. */
export type Region =
  | { readonly mode: 1; readonly bounds: Bounds }
  | { readonly mode: 2; readonly ring: readonly LngLat[] }
  /** As far as `bufferM` to either side. */
  | { readonly mode: 3; readonly points: readonly LngLat[]; readonly bufferM: number }
  | { readonly mode: 4; readonly centre: LngLat; readonly radiusM: number };

/** Screen catalogue 3.2: what is larger, or has more corners, is refused: 区域过大. */
export const MAX_REGION_KM2 = 5_000;
export const MAX_REGION_VERTICES = 100;
/** Screen catalogue 3.2: how far beside a line vehicles are found, metres. */
export const REGION_BUFFER_M = { least: 50, usual: 200, most: 2_000 } as const;

const RAD = Math.PI / 180;
const EARTH_M = 6_371_000;
/** Metres of a degree along a meridian. */
export const METRES_A_DEGREE = EARTH_M * RAD;
/** Beyond it a Web Mercator map ends. */
const MAX_LAT = 85;

/** Latitude on a Mercator map whose unit is a degree of longitude: edges are straight as they were drawn, and distances true but for a factor. */
export function mercatorLat(lat: number): number {
  const within = Math.min(Math.max(lat, -MAX_LAT), MAX_LAT);
  return Math.log(Math.tan(Math.PI / 4 + (within * RAD) / 2)) / RAD;
}

/** Area of a ring on the sphere, m²; the way round does not matter. */
export function ringAreaM2(ring: readonly LngLat[]): number {
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

/** km²; of a line what it reaches at the most, with both ends. */
export function regionAreaKm2(region: Region): number {
  switch (region.mode) {
    case 1: {
      const [west, south, east, north] = region.bounds;
      const height = Math.sin(north * RAD) - Math.sin(south * RAD);
      return Math.abs((east - west) * RAD * height * EARTH_M * EARTH_M) / 1e6;
    }
    case 2:
      return ringAreaM2(region.ring) / 1e6;
    case 3: {
      const width = (2 * region.bufferM) / 1_000;
      let km = 0;
      for (let i = 1; i < region.points.length; i++) km += greatCircleKm(...region.points[i - 1]!, ...region.points[i]!);
      return km * width + (Math.PI * width * width) / 4;
    }
    case 4:
      return (Math.PI * region.radiusM * region.radiusM) / 1e6;
  }
}

const cornersOf = (region: Region): number =>
  region.mode === 2 ? region.ring.length : region.mode === 3 ? region.points.length : 0;

/** Whether a region is refused for its size. */
export const regionTooLarge = (region: Region): boolean =>
  regionAreaKm2(region) > MAX_REGION_KM2 || cornersOf(region) > MAX_REGION_VERTICES;

/** Tells whether places (WGS-84 degrees) lie in a region, its edge included but for a ring's. */
export function regionTest(region: Region): (lng: number, lat: number) => boolean {
  switch (region.mode) {
    case 1: {
      const [west, south, east, north] = region.bounds;
      return (lng, lat) => lng >= west && lng <= east && lat >= south && lat <= north;
    }
    case 2:
      return ringsTest([region.ring]);
    case 3: {
      const line = region.points.map(([lng, lat]): LngLat => [lng, mercatorLat(lat)]);
      return (lng, lat) => {
        const degrees = distanceToLine(line, lng, mercatorLat(lat));
        return degrees * METRES_A_DEGREE * Math.cos(lat * RAD) <= region.bufferM;
      };
    }
    case 4: {
      const { centre, radiusM } = region;
      return (lng, lat) => greatCircleKm(...centre, lng, lat) * 1_000 <= radiusM;
    }
  }
}

/** The same for the outline of a division: any number of rings, those within others being holes. */
export function ringsTest(rings: readonly (readonly LngLat[])[]): (lng: number, lat: number) => boolean {
  const flat = rings.map((ring) => ring.map(([lng, lat]): LngLat => [lng, mercatorLat(lat)]));
  const boxes = flat.map((ring) => boxOf(ring));
  return (lng, lat) => {
    const y = mercatorLat(lat);
    let inside = false;
    flat.forEach((ring, i) => {
      const [west, south, east, north] = boxes[i]!;
      if (lng < west || lng > east || y < south || y > north) return;
      if (crossings(ring, lng, y) % 2 === 1) inside = !inside;
    });
    return inside;
  };
}

function boxOf(places: readonly LngLat[]): Bounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of places) {
    [west, south] = [Math.min(west, x), Math.min(south, y)];
    [east, north] = [Math.max(east, x), Math.max(north, y)];
  }
  return [west, south, east, north];
}

/** How often the way from a place to the east crosses a ring. */
function crossings(ring: readonly LngLat[], x: number, y: number): number {
  let count = 0;
  const last = ring.at(-1);
  if (!last) return 0;
  let [fromX, fromY] = last;
  for (const [toX, toY] of ring) {
    if (toY > y !== fromY > y && x < toX + ((y - toY) / (fromY - toY)) * (fromX - toX)) count++;
    [fromX, fromY] = [toX, toY];
  }
  return count;
}

function distanceToLine(line: readonly LngLat[], x: number, y: number): number {
  let nearest = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [[x1, y1], [x2, y2]] = [line[i - 1]!, line[i]!];
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.min(Math.max(((x - x1) * dx + (y - y1) * dy) / length, 0), 1);
    nearest = Math.min(nearest, Math.hypot(x - x1 - dx * share, y - y1 - dy * share));
  }
  return nearest;
}
