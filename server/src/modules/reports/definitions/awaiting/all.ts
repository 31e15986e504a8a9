import type { AwaitingReport } from '../../model/definition.ts';
import { evidenceReports } from './evidence.ts';
import { messageReports } from './messages.ts';
import { operationReports } from './operation.ts';
import { peripheralReports } from './peripherals.ts';
import { trainingReports } from './training.ts';

/**
 * Reports whose facts nothing brings yet. What brings them moves its row to the served ones, gives it a query in place of `awaits`
 * and its number to the contract; until then it is in no menu, and a call for it is refused.
 */
export const AWAITING: readonly AwaitingReport[] = [
  ...trainingReports,
  ...messageReports,
  ...operationReports,
  ...peripheralReports,
  ...evidenceReports,
];
