import type { ReportDefinition } from '../report.ts';
import { commandReports } from './commands.ts';
import { dayMileageReports } from './day-mileage.ts';
import { expiryReports } from './expiries.ts';
import { peopleReports } from './people.ts';
import { runningReports } from './running.ts';
import { trackReports } from './tracks.ts';
import { vehicleReports } from './vehicles.ts';

/** Every report, family by family. */
export const DEFINITIONS: readonly ReportDefinition[] = [
  ...[...runningReports, ...vehicleReports, ...dayMileageReports, ...trackReports],
  ...[...peopleReports, ...expiryReports, ...commandReports],
];
