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
