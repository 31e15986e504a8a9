import { alarmListReports } from './alarm-list-reports.ts';
import { alarmSumReports } from './alarm-sum-reports.ts';
import { basicReports } from './basic-reports.ts';
import { monthReports } from './month-reports.ts';
import { positionReports } from './position-reports.ts';
import type { Recount } from './recount.ts';
import { runningReports } from './running-reports.ts';
import { safetyReports } from './safety-reports.ts';
import { staffReports } from './staff-reports.ts';

/** Reports that are worked out anew from what was sent, and compared with what the product shows. */
export const RECOUNTS: readonly Recount[] = [
  ...basicReports,
  ...alarmListReports,
  ...alarmSumReports,
  ...safetyReports,
  ...runningReports,
  ...positionReports,
  ...monthReports,
  ...staffReports,
];

/** How many decimals the catalogue gives a column; others are compared as they are. */
export const DECIMALS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    [
      'mileage',
      'gnssMileage',
      'odoMileage',
      'avgDayMileage',
      'avgCarMileage',
      'mileageDiff',
      'tripKm',
      'areaKm',
      'banKm',
      'gapKm',
      'trackKm',
      'trackOkKm',
      'trackGapKm',
      'driverKm',
      'alarmPer100',
      'alarmPerCar',
      'onlineRate',
      'onlineTimeRate',
      'useRate',
      'idleRate',
      'driveRate',
      'validRate',
      'trackRate',
      'driftRate',
      'handleRate',
      'timelyRate',
      'dispRate',
      'shareRate',
      'overRate',
    ].map((key) => [key, 2]),
  ),
  ...Object.fromEntries(
    ['speed', 'avgSpeed', 'maxSpeed', 'alarmSpeed', 'gapSpeed', 'gapOdoKm', 'odometer', 'startOdo', 'endOdo', 'avgHandleMin'].map(
      (key) => [key, 1],
    ),
  ),
  lng: 6,
  lat: 6,
};
