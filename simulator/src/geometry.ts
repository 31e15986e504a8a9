import { bearing, greatCircleKm } from '@fleetwarden/domain/geometry';

/** WGS-84 degrees: longitude, latitude. */
export type LngLat = readonly [lng: number, lat: number];

const RAD = Math.PI / 180;
const KM_PER_DEGREE = greatCircleKm(0, 0, 0, 1);

/** Great-circle distance in km. */
export function distanceKm(a: LngLat, b: LngLat): number {
  return greatCircleKm(a[0], a[1], b[0], b[1]);
}

/** Course from a to b in degrees, [0, 360), 0 is north, clockwise. */
export function courseFrom(a: LngLat, b: LngLat): number {
  return bearing(a[0], a[1], b[0], b[1]);
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
