import type { ReportDefinition } from '../report.ts';
import { alarmLists } from './alarm-lists.ts';
import { alarmSums } from './alarm-sums.ts';
import { commandReports } from './commands.ts';
import { dayMileageReports } from './day-mileage.ts';
import { expiryReports } from './expiries.ts';
import { followupReports } from './followups.ts';
import { gapReports } from './gaps.ts';
import { ledgerReports } from './ledgers.ts';
import { monitoringReports } from './monitoring.ts';
import { operationReports } from './operation.ts';
import { peopleReports } from './people.ts';
import { regulatoryReports } from './regulatory.ts';
import { runningReports } from './running.ts';
import { safetyReports } from './safety.ts';
import { sichuanReports } from './sichuan.ts';
import { trackReports } from './tracks.ts';
import { vehicleReports } from './vehicles.ts';

/** Every report, family by family. */
export const DEFINITIONS: readonly ReportDefinition[] = [
  ...[...runningReports, ...vehicleReports, ...dayMileageReports, ...trackReports],
  ...[...alarmLists, ...alarmSums, ...safetyReports],
  ...[...peopleReports, ...expiryReports, ...commandReports],
  ...[...regulatoryReports, ...operationReports, ...gapReports, ...ledgerReports, ...sichuanReports],
  ...[...monitoringReports, ...followupReports],
];
