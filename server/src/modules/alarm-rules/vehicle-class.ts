import type { VehicleClassNumber } from '../../engine/rules/roads.ts';

/** INDUSTRY and vehicle types of passengers and of dangerous goods; all else is freight. */
const PASSENGERS = new Set([1, 2, 6, 7, 8, 9, 10]);
const DANGEROUS_INDUSTRY = 3;
const DANGEROUS_TYPE = 40;
const [FIRST_COACH, LAST_COACH] = [10, 16];

/** The class of a vehicle for limits: 1 passengers, 2 freight, 3 dangerous goods. */
export function getVehicleClass(vehicleType: number, industry: number): VehicleClassNumber {
  if (industry === DANGEROUS_INDUSTRY || vehicleType === DANGEROUS_TYPE) return 3;
  return PASSENGERS.has(industry) || (vehicleType >= FIRST_COACH && vehicleType <= LAST_COACH) ? 1 : 2;
}
