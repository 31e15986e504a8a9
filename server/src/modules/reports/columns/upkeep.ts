import { columns } from './column.ts';

export const maintenanceExpiryColumns = columns({
  mtKind: { type: 'enum', values: 'MT_KIND' },
  mtTime: { type: 'date' },
  mtItems: { type: 'text' },
  mtCost: { type: 'decimal2', unit: 'yuan' },
  mtKm: { type: 'decimal1', unit: 'km' },
  nextKm: { type: 'decimal1', unit: 'km' },
  nextDate: { type: 'date' },
  expObject: { type: 'text' },
  expKind: { type: 'enum', values: 'EXPIRY_KIND' },
  expDate: { type: 'date' },
  leftDays: { type: 'integer', unit: 'days' },
  expState: { type: 'enum', values: 'EXPIRY_PHASE' },
  installDate: { type: 'date' },
  joinDate: { type: 'date' },
  permitEnd: { type: 'date' },
  serviceEnd: { type: 'date' },
});
