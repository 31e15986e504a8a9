import type { ReportDefinition } from '../report.ts';
import { ledgerReports } from './ledgers.ts';
import { operationReports } from './operation.ts';
import { positionReports } from './position.ts';
import { regulatoryReports } from './regulatory.ts';
import { runningReports } from './running.ts';
import { sichuanReports } from './sichuan.ts';

/** Every report, family by family. */
export const DEFINITIONS: readonly ReportDefinition[] = [
  ...runningReports,
  ...regulatoryReports,
  ...operationReports,
  ...positionReports,
  ...ledgerReports,
  ...sichuanReports,
];
