/** WGS-84 degrees: longitude, latitude. */
export type LngLat = readonly [lng: number, lat: number];

const EARTH_RADIUS_KM = 6371.0088;
const RAD = Math.PI / 180;
const KM_PER_DEGREE = EARTH_RADIUS_KM * RAD;

/** Great-circle distance in km. */
export function distanceKm(a: LngLat, b: LngLat): number {
  const dLat = (b[1] - a[1]) * RAD;
  const dLng = (b[0] - a[0]) * RAD;
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a[1] * RAD) * Math.cos(b[1] * RAD) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Course from a to b in degrees, [0, 360), 0 is north, clockwise. */
export function bearing(a: LngLat, b: LngLat): number {
  const east = (b[0] - a[0]) * Math.cos(((a[1] + b[1]) / 2) * RAD);
  const north = b[1] - a[1];
  return (Math.atan2(east, north) / RAD + 360) % 360;
}

/** The point this many km east and north of a point; exact enough for a few hundred km. */
export function offsetKm(from: LngLat, eastKm: number, northKm: number): LngLat {
  const lat = from[1] + northKm / KM_PER_DEGREE;
  return [from[0] + eastKm / (KM_PER_DEGREE * Math.cos(((from[1] + lat) / 2) * RAD)), lat];
}

/** The smaller angle between two courses, degrees. */
export function turnBetween(a: number, b: number): number {
  const d = Math.abs(a - b) % 360;
  return d > 180 ? 360 - d : d;
}
