import { safetyDocuments } from '../documents/safety-documents.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { alarmLists } from './alarm-lists.ts';
import { alarmSums } from './alarm-sums.ts';
import { assessmentReports } from './assessment.ts';
import { commandReports } from './commands.ts';
import { companyDocumentReports } from './company-documents.ts';
import { dayMileageReports } from './day-mileage.ts';
import { driverScoreReports } from './driver-scores.ts';
import { driverReports } from './drivers.ts';
import { dutyReports } from './duty.ts';
import { evidenceReports } from './evidence.ts';
import { expiryReports } from './expiries.ts';
import { followupReports } from './followups.ts';
import { gapReports } from './gaps.ts';
import { ledgerSheets } from './ledger-sheets.ts';
import { ledgerReports } from './ledgers.ts';
import { monitoringReports } from './monitoring.ts';
import { operationReports } from './operation.ts';
import { outOfRegionReports } from './out-of-region.ts';
import { passengerReports } from './passengers.ts';
import { peopleReports } from './people.ts';
import { peripheralReports } from './peripherals.ts';
import { qualificationReports } from './qualification.ts';
import { recorderReports } from './recorder.ts';
import { regionSearchReports } from './region-search.ts';
import { regionalReports } from './regional.ts';
import { regulatoryReports } from './regulatory.ts';
import { runningReports } from './running.ts';
import { safetyReports } from './safety.ts';
import { shortMessageReports } from './short-messages.ts';
import { sichuanReports } from './sichuan.ts';
import { trackReports } from './tracks.ts';
import { trainingReports } from './training.ts';
import { vehicleReports } from './vehicles.ts';
import { videoReports } from './video.ts';
import { violationReports } from './violations.ts';
import { visitReports } from './visits.ts';
import { waybillReports } from './waybills.ts';

/** All reports by family. */
export const DEFINITIONS: readonly ReportDefinition[] = [
  ...runningReports,
  ...vehicleReports,
  ...dayMileageReports,
  ...trackReports,
  ...alarmLists,
  ...alarmSums,
  ...driverReports,
  ...safetyReports,
  ...safetyDocuments,
  ...evidenceReports,
  ...peopleReports,
  ...expiryReports,
  ...commandReports,
  ...shortMessageReports,
  ...trainingReports,
  ...assessmentReports,
  ...driverScoreReports,
  ...regulatoryReports,
  ...operationReports,
  ...videoReports,
  ...passengerReports,
  ...visitReports,
  ...outOfRegionReports,
  ...regionSearchReports,
  ...gapReports,
  ...ledgerSheets,
  ...ledgerReports,
  ...companyDocumentReports,
  ...sichuanReports,
  ...monitoringReports,
  ...followupReports,
  ...violationReports,
  ...regionalReports,
  ...dutyReports,
  ...qualificationReports,
  ...peripheralReports,
  ...recorderReports,
  ...waybillReports,
];
