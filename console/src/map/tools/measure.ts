import type { UnitSystem } from '@fleetwarden/domain/units';

/** A length or an area in a readable unit. */
export type Measured = {
  readonly value: number;
  readonly unit: 'metre' | 'km' | 'foot' | 'mile' | 'squareMetre' | 'squareKm' | 'squareFoot' | 'squareMile';
};

/** Specification 9: kilometres above this. */
const METRES_IN_KM = 1_000;
const FOOT_M = 0.3048;
const MILE_FEET = 5_280;
const SQUARE_KM = 1_000_000;
const SQUARE_FOOT_M2 = FOOT_M * FOOT_M;
const SQUARE_MILE_M2 = (FOOT_M * MILE_FEET) ** 2;

/** Metres, or kilometres above 1000 m; feet, or miles above a mile. */
export function lengthIn(system: UnitSystem, metres: number): Measured {
  if (system === 'metric')
    return metres > METRES_IN_KM ? { value: metres / METRES_IN_KM, unit: 'km' } : { value: metres, unit: 'metre' };
  const feet = metres / FOOT_M;
  return feet > MILE_FEET ? { value: feet / MILE_FEET, unit: 'mile' } : { value: feet, unit: 'foot' };
}

/** Square metres, or square kilometres above one; square feet and square miles in imperial units. */
export function areaIn(system: UnitSystem, squareMetres: number): Measured {
  if (system === 'metric')
    return squareMetres > SQUARE_KM
      ? { value: squareMetres / SQUARE_KM, unit: 'squareKm' }
      : { value: squareMetres, unit: 'squareMetre' };
  return squareMetres > SQUARE_MILE_M2
    ? { value: squareMetres / SQUARE_MILE_M2, unit: 'squareMile' }
    : { value: squareMetres / SQUARE_FOOT_M2, unit: 'squareFoot' };
}

/** Rounds small units to whole numbers, large ones to two decimals. */
export function roundMeasured({ value, unit }: Measured): number {
  const small = unit === 'metre' || unit === 'foot' || unit === 'squareMetre' || unit === 'squareFoot';
  return small ? Math.round(value) : Math.round(value * 100) / 100;
}
