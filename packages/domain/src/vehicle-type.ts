/** Vehicle types (JT/T 697.7, JT/T 415; screen catalogue 12.2): stored number, and the name for text keys. */
export const VEHICLE_TYPES = [
  { code: 10, key: 'coach' },
  { code: 11, key: 'largeCoach' },
  { code: 12, key: 'mediumCoach' },
  { code: 13, key: 'smallCoach' },
  { code: 14, key: 'car' },
  { code: 15, key: 'largeSleeperCoach' },
  { code: 16, key: 'mediumSleeperCoach' },
  { code: 20, key: 'truck' },
  { code: 21, key: 'largeTruck' },
  { code: 22, key: 'mediumTruck' },
  { code: 23, key: 'smallTruck' },
  { code: 30, key: 'special' },
  { code: 31, key: 'container' },
  { code: 32, key: 'oversize' },
  { code: 33, key: 'refrigerated' },
  { code: 34, key: 'carCarrier' },
  { code: 35, key: 'tanker' },
  { code: 36, key: 'tractor' },
  { code: 37, key: 'trailer' },
  { code: 38, key: 'flatbed' },
  { code: 39, key: 'otherSpecial' },
  { code: 40, key: 'dangerousGoods' },
  { code: 50, key: 'farmVehicle' },
  { code: 60, key: 'farmTractor' },
  { code: 61, key: 'wheeledTractor' },
  { code: 62, key: 'walkingTractor' },
  { code: 63, key: 'crawlerTractor' },
  { code: 64, key: 'specialTractor' },
  { code: 90, key: 'other' },
] as const;

export type VehicleTypeKey = (typeof VEHICLE_TYPES)[number]['key'];

/** Icon sets: 1 coaches, 2 trucks, 3 dangerous goods, special and others. */
export type IconSet = 1 | 2 | 3;

/** The icon set of a vehicle type: 10-16 is 1, 20-29 is 2, others are 3. */
export function iconSet(vehicleType: number): IconSet {
  if (vehicleType >= 10 && vehicleType <= 16) return 1;
  return vehicleType >= 20 && vehicleType <= 29 ? 2 : 3;
}
