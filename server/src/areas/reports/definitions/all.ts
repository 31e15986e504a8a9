import type { ReportDefinition } from '../report.ts';
import { alarmLists } from './alarm-lists.ts';
import { alarmSums } from './alarm-sums.ts';
import { runningReports } from './running.ts';
import { safetyReports } from './safety.ts';

/** Every report, family by family. */
export const DEFINITIONS: readonly ReportDefinition[] = [...runningReports, ...alarmLists, ...alarmSums, ...safetyReports];
