import { columns } from './column.ts';

export const areasColumns = columns({
  areaType: { type: 'enum', values: 'AREA_TYPE' },
  enterTime: { type: 'instant' },
  leaveTime: { type: 'instant' },
  staySec: { type: 'seconds' },
  areaKm: { type: 'decimal2', unit: 'km' },
  visitCount: { type: 'integer', unit: 'times' },
  visitCars: { type: 'integer', unit: 'vehicles' },
  outSec: { type: 'seconds' },
  outTimes: { type: 'integer', unit: 'times' },
  outRegions: { type: 'text' },
  runTimes: { type: 'integer', unit: 'times' },
  onTimeRate: { type: 'percent', unit: 'percent' },
  devCount: { type: 'integer', unit: 'times' },
  devSec: { type: 'seconds' },
});
