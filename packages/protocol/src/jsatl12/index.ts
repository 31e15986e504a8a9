export { findRegion, type Identification, JSATL_REGION, type JsatlRegion } from './identification.ts';
export { Assistance, BlindSpot, DriverState, HarshDriving, Tyres } from './items.ts';
