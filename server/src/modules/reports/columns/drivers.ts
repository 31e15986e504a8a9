import { columns } from './column.ts';

export const driversColumns = columns({
  driverTotal: { type: 'integer', unit: 'people' },
  cardAction: { type: 'enum', values: 'CARD_ACTION' },
  cardResult: { type: 'enum', values: 'CARD_RESULT' },
  certExpiry: { type: 'date' },
  issuer: { type: 'text' },
  dutySec: { type: 'seconds' },
  dutySource: { type: 'enum', values: 'DUTY_SOURCE' },
  carCount: { type: 'integer', unit: 'vehicles' },
  driverKm: { type: 'decimal2', unit: 'km' },
  driverSec: { type: 'seconds' },
  driverNight: { type: 'seconds' },
  longestSec: { type: 'seconds' },
  over8Days: { type: 'integer', unit: 'days' },
  week44: { type: 'seconds' },
  licType: { type: 'text' },
});
