import {
  baiduMetresToBd09,
  bd09ToBaiduMetres,
  bd09ToWgs84,
  gcj02ToWgs84,
  type LngLat,
  wgs84ToBd09,
  wgs84ToGcj02,
} from '@fleetwarden/domain/coordinates';
import { latOf, lngOf, mercatorX, mercatorY } from './mercator.ts';

/** A place on a provider's square world: x east, y south, from 0 to 1. */
export type WorldPoint = readonly [x: number, y: number];

/**
 * How a provider lays the earth flat. What is ours is kept in WGS-84; `native` degrees are those the provider's own calls take.
 * Specification 4: mode 1 is the Baidu system, modes 2 and 3 are GCJ-02; the keyless map is WGS-84 all through.
 */
export type Projection = {
  readonly name: 'WGS84' | 'GCJ02' | 'BD09';
  toWorld(lng: number, lat: number): WorldPoint;
  /** WGS-84 degrees. */
  fromWorld(x: number, y: number): LngLat;
  nativeToWorld(lng: number, lat: number): WorldPoint;
  worldToNative(x: number, y: number): LngLat;
};

/** Half the edge of Baidu's world, metres of its plane: 180 degrees of longitude. */
export const BAIDU_HALF_WORLD = 20_037_726.37;

const mercator = (lng: number, lat: number): WorldPoint => [mercatorX(lng), mercatorY(lat)];
const mercatorDegrees = (x: number, y: number): LngLat => [lngOf(x), latOf(y)];

const baiduWorld = (lng: number, lat: number): WorldPoint => {
  const [x, y] = bd09ToBaiduMetres([lng, lat]);
  return [(1 + x / BAIDU_HALF_WORLD) / 2, (1 - y / BAIDU_HALF_WORLD) / 2];
};
const baiduDegrees = (x: number, y: number): LngLat =>
  baiduMetresToBd09([(2 * x - 1) * BAIDU_HALF_WORLD, (1 - 2 * y) * BAIDU_HALF_WORLD]);

/** Web Mercator of WGS-84. */
export const webMercator: Projection = {
  name: 'WGS84',
  toWorld: mercator,
  fromWorld: mercatorDegrees,
  nativeToWorld: mercator,
  worldToNative: mercatorDegrees,
};

/** Web Mercator of GCJ-02: Amap and Tencent. */
export const gcjMercator: Projection = {
  name: 'GCJ02',
  toWorld: (lng, lat) => mercator(...wgs84ToGcj02([lng, lat])),
  fromWorld: (x, y) => gcj02ToWgs84(mercatorDegrees(x, y)),
  nativeToWorld: mercator,
  worldToNative: mercatorDegrees,
};

/** Baidu's own Mercator of BD-09. */
export const baiduMercator: Projection = {
  name: 'BD09',
  toWorld: (lng, lat) => baiduWorld(...wgs84ToBd09([lng, lat])),
  fromWorld: (x, y) => bd09ToWgs84(baiduDegrees(x, y)),
  nativeToWorld: baiduWorld,
  worldToNative: baiduDegrees,
};

/** Edge of the cells the offset between two worlds is interpolated in, world units: 0.005 degrees, half a kilometre. */
const CELL = 0.005 / 360;
/** Corners kept: a fleet over a whole province has fewer. */
const MAX_CORNERS = 65_536;
/** Corners of a line in a key; more than there are. */
const LINE = 131_072;

/** Takes a place from the square of WGS-84's Web Mercator to another one; the result is written into `into`. */
export type Shift = (x: number, y: number, into: Float64Array) => void;

/**
 * The way from the store's world units to a provider's, for many places a second: the offset between the two changes slowly, so it
 * is computed at the corners of small cells and interpolated between them. Within half a metre (at zoom 18 a pixel) of the exact one inside China.
 * Null where the two are the same.
 */
export function shiftTo(projection: Projection): Shift | null {
  if (projection === webMercator) return null;
  const corners = new Map<number, WorldPoint>();
  const cornerAt = (column: number, line: number): WorldPoint => {
    const key = line * LINE + column;
    const known = corners.get(key);
    if (known) return known;
    const [x, y] = [column * CELL, line * CELL];
    const [toX, toY] = projection.toWorld(lngOf(x), latOf(y));
    const offset: WorldPoint = [toX - x, toY - y];
    if (corners.size >= MAX_CORNERS) corners.clear();
    corners.set(key, offset);
    return offset;
  };
  return (x, y, into) => {
    const column = Math.floor(x / CELL);
    const line = Math.floor(y / CELL);
    const right = x / CELL - column;
    const down = y / CELL - line;
    const [northWest, northEast] = [cornerAt(column, line), cornerAt(column + 1, line)];
    const [southWest, southEast] = [cornerAt(column, line + 1), cornerAt(column + 1, line + 1)];
    for (const axis of [0, 1] as const) {
      const north = northWest[axis] + (northEast[axis] - northWest[axis]) * right;
      const south = southWest[axis] + (southEast[axis] - southWest[axis]) * right;
      into[axis] = (axis === 0 ? x : y) + north + (south - north) * down;
    }
  };
}
