export type { Identification } from './identification.ts';
export { Assistance, BlindSpot, DriverState, Tyres } from './items.ts';
