import type { ReportDefinition } from '../report.ts';
import { alarmLists } from './alarm-lists.ts';
import { alarmSums } from './alarm-sums.ts';
import { commandReports } from './commands.ts';
import { dayMileageReports } from './day-mileage.ts';
import { dutyReports } from './duty.ts';
import { expiryReports } from './expiries.ts';
import { gapReports } from './gaps.ts';
import { ledgerReports } from './ledgers.ts';
import { operationReports } from './operation.ts';
import { peopleReports } from './people.ts';
import { peripheralReports } from './peripherals.ts';
import { qualificationReports } from './qualification.ts';
import { recorderReports } from './recorder.ts';
import { regionalReports } from './regional.ts';
import { regulatoryReports } from './regulatory.ts';
import { runningReports } from './running.ts';
import { safetyReports } from './safety.ts';
import { sichuanReports } from './sichuan.ts';
import { trackReports } from './tracks.ts';
import { vehicleReports } from './vehicles.ts';
import { violationReports } from './violations.ts';

/** Every report, family by family. */
export const DEFINITIONS: readonly ReportDefinition[] = [
  ...[...runningReports, ...vehicleReports, ...dayMileageReports, ...trackReports],
  ...[...alarmLists, ...alarmSums, ...safetyReports],
  ...[...peopleReports, ...expiryReports, ...commandReports],
  ...[...regulatoryReports, ...operationReports, ...gapReports, ...ledgerReports, ...sichuanReports],
  ...[...violationReports, ...regionalReports, ...dutyReports, ...qualificationReports, ...peripheralReports, ...recorderReports],
];
