import type { ReportDefinition } from '../report.ts';
import { runningReports } from './running.ts';

/** Every report, family by family. */
export const DEFINITIONS: readonly ReportDefinition[] = [...runningReports];
