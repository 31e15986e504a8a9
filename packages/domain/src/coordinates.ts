import imported from 'gcoord';

/** gcoord's types describe its ES module, but Node loads its CommonJS build. This type covers what both share. */
type Gcoord = { transform(point: [number, number], from: string, to: string): [number, number] };
const gcoord = imported as unknown as Gcoord;

/** [longitude, latitude] in degrees. The function's name contains the coordinate system. */
export type LngLat = readonly [lng: number, lat: number];

/** WGS84: what terminals report and what is stored. GCJ02: Amap, Tencent. BD09: Baidu. */
export type CoordinateSystem = 'WGS84' | 'GCJ02' | 'BD09';

/**
 * Whether a position is in the box of the console's locate check (specification 9: x 73.33-135.05, y 3.51-53.33, decimal
 * degrees). The quality rule has its own box (quality.ts).
 */
export function inChinaBounds(x: number, y: number): boolean {
  return x >= 73.33 && x <= 135.05 && y >= 3.51 && y <= 53.33;
}

/** WGS-84 to GCJ-02, degrees. Outside gcoord's box of China (72-137.8 E, 0.8-55.8 N) the point is unchanged. */
export function wgs84ToGcj02(point: LngLat): LngLat {
  return gcoord.transform([point[0], point[1]], 'WGS84', 'GCJ02');
}

/** GCJ-02 to WGS-84, degrees: the inverse of `wgs84ToGcj02` to better than 1e-6 degrees. */
export function gcj02ToWgs84(point: LngLat): LngLat {
  return inverse(wgs84ToGcj02, point);
}

/** GCJ-02 to BD-09, degrees. */
export function gcj02ToBd09(point: LngLat): LngLat {
  return gcoord.transform([point[0], point[1]], 'GCJ02', 'BD09');
}

/** BD-09 to GCJ-02, degrees: the inverse of `gcj02ToBd09` to better than 1e-6 degrees. */
export function bd09ToGcj02(point: LngLat): LngLat {
  return inverse(gcj02ToBd09, point);
}

/** WGS-84 to BD-09, degrees. */
export function wgs84ToBd09(point: LngLat): LngLat {
  return gcj02ToBd09(wgs84ToGcj02(point));
}

/** BD-09 to WGS-84, degrees: the inverse of `wgs84ToBd09` to better than 1e-6 degrees. */
export function bd09ToWgs84(point: LngLat): LngLat {
  return gcj02ToWgs84(bd09ToGcj02(point));
}

/** Baidu's projection: metres east and north of 0/0, by a polynomial in six bands; it does not reach the poles. */
export type BaiduMetres = readonly [x: number, y: number];
const BAIDU_MAX_LATITUDE = 74;
/** The bands do not include the equator, and the polynomial overflows in the last degree of longitude. */
const BAIDU_MIN_LATITUDE = 1e-9;
const BAIDU_MAX_LONGITUDE = 179.998;
/** Step for the numeric slope of the projection, degrees. */
const SLOPE_DEGREES = 1e-4;
const CLOSE_METRES = 1e-4;

/** BD-09 degrees to Baidu metres, clamped at 74 degrees of latitude. */
export function bd09ToBaiduMetres([lng, lat]: LngLat): BaiduMetres {
  const x = Math.min(Math.max(lng, -BAIDU_MAX_LONGITUDE), BAIDU_MAX_LONGITUDE);
  const y = Math.min(Math.max(Math.abs(lat), BAIDU_MIN_LATITUDE), BAIDU_MAX_LATITUDE);
  return gcoord.transform([x, lat < 0 ? -y : y], 'BD09', 'BD09MC');
}

/**
 * Baidu metres to BD-09 degrees: inverts `bd09ToBaiduMetres` to better than 1e-6 degrees, and to 1e-4 at band edges, where the
 * projection is discontinuous. The published inverse is up to 7 m off.
 */
export function baiduMetresToBd09([x, y]: BaiduMetres): LngLat {
  const [edgeX, edgeY] = [bd09ToBaiduMetres([180, 0])[0], bd09ToBaiduMetres([0, 90])[1]];
  const target = [Math.min(Math.max(x, -edgeX), edgeX), Math.min(Math.max(y, -edgeY), edgeY)] as const;
  const lng = (target[0] / edgeX) * BAIDU_MAX_LONGITUDE;
  const inside = (degrees: number) => Math.min(Math.max(degrees, -BAIDU_MAX_LATITUDE), BAIDU_MAX_LATITUDE);
  let lat = inside((2 * Math.atan(Math.exp((target[1] / edgeX) * Math.PI)) * 180) / Math.PI - 90);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const northing = bd09ToBaiduMetres([lng, lat])[1];
    if (Math.abs(target[1] - northing) < CLOSE_METRES) break;
    const step = lat > 0 ? -SLOPE_DEGREES : SLOPE_DEGREES;
    const slope = (bd09ToBaiduMetres([lng, lat + step])[1] - northing) / step;
    lat = inside(lat + (target[1] - northing) / slope);
  }
  return [lng, lat];
}

const CONVERSIONS: Record<CoordinateSystem, Partial<Record<CoordinateSystem, (point: LngLat) => LngLat>>> = {
  WGS84: { GCJ02: wgs84ToGcj02, BD09: wgs84ToBd09 },
  GCJ02: { WGS84: gcj02ToWgs84, BD09: gcj02ToBd09 },
  BD09: { WGS84: bd09ToWgs84, GCJ02: bd09ToGcj02 },
};

/** Converts a point between two systems, degrees. */
export function convert(point: LngLat, from: CoordinateSystem, to: CoordinateSystem): LngLat {
  return CONVERSIONS[from][to]?.(point) ?? point;
}

/** Maximum fixed-point iterations; inside China three or four are enough. */
const MAX_ROUNDS = 16;
const CLOSE_DEGREES = 1e-9;

/**
 * Inverts `forward` by fixed-point iteration; the usual one-step inverses are 1-2 m off. Bounded: at the edge of gcoord's box
 * some targets have no source; then the closest point is returned.
 */
function inverse(forward: (point: LngLat) => LngLat, target: LngLat): LngLat {
  let [lng, lat] = target;
  let best: LngLat = target;
  let bestError = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [x, y] = forward([lng, lat]);
    const dx = x - target[0];
    const dy = y - target[1];
    const error = Math.max(Math.abs(dx), Math.abs(dy));
    if (error < bestError) {
      bestError = error;
      best = [lng, lat];
    }
    if (error < CLOSE_DEGREES) break;
    lng -= dx;
    lat -= dy;
  }
  return best;
}
