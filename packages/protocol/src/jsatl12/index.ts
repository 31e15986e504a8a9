export { type AttachmentEvent, AttachmentFramer, CHUNK_NAME_BYTES, encodeChunk } from './attachment-framer.ts';
export { ALARM_NO_BYTES, decodeIdentification, encodeIdentification, FILE_KIND } from './attachments.ts';
export type { Identification } from './identification.ts';
export { Assistance, BlindSpot, DriverState, HarshDriving, Tyres } from './items.ts';
export {
  decodePeripheralQuery,
  encodePeripheralQuery,
  encodePeripheralReports,
  PERIPHERAL_DATA,
  type PeripheralReport,
  readPeripheralReports,
} from './peripherals.ts';
export { decodeVehicleStates, encodeVehicleStates, type VehicleStateRecord } from './vehicle-states.ts';
