export type { Identification } from './identification.ts';
export { Assistance, BlindSpot, DriverState, HarshDriving, Tyres } from './items.ts';
