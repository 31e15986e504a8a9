import { alarmListReports } from './alarm-list-reports.ts';
import { alarmSumReports } from './alarm-sum-reports.ts';
import { basicReports } from './basic-reports.ts';
import { evidenceReports } from './evidence-reports.ts';
import { monthReports } from './month-reports.ts';
import type { OracleReport } from './oracle-report.ts';
import { positionReports } from './position-reports.ts';
import { runningReports } from './running-reports.ts';
import { safetyReports } from './safety-reports.ts';
import { staffReports } from './staff-reports.ts';

/** Reports that the oracle computes from what terminals sent, to compare with the product's answers. */
export const ORACLE_REPORTS: readonly OracleReport[] = [
  ...basicReports,
  ...alarmListReports,
  ...alarmSumReports,
  ...safetyReports,
  ...evidenceReports,
  ...runningReports,
  ...positionReports,
  ...monthReports,
  ...staffReports,
];

/** Decimals of a column in the catalogue; other columns are compared exactly. */
export const COLUMN_DECIMALS: Readonly<Record<string, number>> = {
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
      'alarmKm',
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
      'evidRate',
      'flowMb',
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
