import { columns } from './column.ts';

export const mileageColumns = columns({
  mileage: { type: 'decimal2', unit: 'km' },
  gnssMileage: { type: 'decimal2', unit: 'km' },
  odoMileage: { type: 'decimal2', unit: 'km' },
  mileageDiff: { type: 'percent', unit: 'percent' },
  startOdo: { type: 'decimal1', unit: 'km' },
  endOdo: { type: 'decimal1', unit: 'km' },
  avgDayMileage: { type: 'decimal2', unit: 'km' },
  avgCarMileage: { type: 'decimal2', unit: 'km' },
});
