import type { LngLat } from '@fleetwarden/domain/coordinates';
import { greatCircleKm } from '@fleetwarden/domain/geometry';
import { ringAreaM2 } from '@fleetwarden/domain/region';

/** Specification 9: the distance tool measures metric or US. */
export type UnitSystem = 'metric' | 'us';

/** A length or an area in the unit a reader takes in at a glance. */
export type Measured = {
  readonly value: number;
  readonly unit: 'metre' | 'km' | 'foot' | 'mile' | 'squareMetre' | 'squareKm' | 'squareFoot' | 'squareMile';
};

/** Specification 9: above it kilometres. */
const METRES_IN_KM = 1_000;
const FOOT_M = 0.3048;
const MILE_FEET = 5_280;
const SQUARE_KM = 1_000_000;
const SQUARE_FOOT_M2 = FOOT_M * FOOT_M;
const SQUARE_MILE_M2 = (FOOT_M * MILE_FEET) ** 2;

/** Length of a way, m. */
export function lengthOf(places: readonly LngLat[]): number {
  let metres = 0;
  for (let i = 1; i < places.length; i++) metres += greatCircleKm(...places[i - 1]!, ...places[i]!) * 1_000;
  return metres;
}

/** Area of a ring on the sphere, m²; the way round does not matter. */
export const areaOf = ringAreaM2;

/** Metres, above 1000 of them kilometres; feet, above a mile's worth miles. */
export function lengthIn(system: UnitSystem, metres: number): Measured {
  if (system === 'metric')
    return metres > METRES_IN_KM ? { value: metres / METRES_IN_KM, unit: 'km' } : { value: metres, unit: 'metre' };
  const feet = metres / FOOT_M;
  return feet > MILE_FEET ? { value: feet / MILE_FEET, unit: 'mile' } : { value: feet, unit: 'foot' };
}

/** Square metres, above a square kilometre those; in US units square feet and miles. */
export function areaIn(system: UnitSystem, squareMetres: number): Measured {
  if (system === 'metric')
    return squareMetres > SQUARE_KM
      ? { value: squareMetres / SQUARE_KM, unit: 'squareKm' }
      : { value: squareMetres, unit: 'squareMetre' };
  return squareMetres > SQUARE_MILE_M2
    ? { value: squareMetres / SQUARE_MILE_M2, unit: 'squareMile' }
    : { value: squareMetres / SQUARE_FOOT_M2, unit: 'squareFoot' };
}

/** Whole numbers of the small units, two decimals of the large ones. */
export function roundedOf({ value, unit }: Measured): number {
  const small = unit === 'metre' || unit === 'foot' || unit === 'squareMetre' || unit === 'squareFoot';
  return small ? Math.round(value) : Math.round(value * 100) / 100;
}

/** Whether two edges of a ring cross: what was drawn is no area then. Meant for rings drawn by hand. */
export function crossesItself(ring: readonly LngLat[]): boolean {
  const edges = ring.map((from, i) => [from, ring[(i + 1) % ring.length]!] as const);
  return edges.some(([a, b], i) =>
    edges.slice(i + 2).some(([c, d], k) => !(i === 0 && i + 2 + k === edges.length - 1) && cross(a, b, c, d)),
  );
}

function cross(a: LngLat, b: LngLat, c: LngLat, d: LngLat): boolean {
  const side = (p: LngLat, q: LngLat, r: LngLat) => Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
