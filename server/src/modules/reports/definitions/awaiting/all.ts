import type { AwaitingReport } from '../../model/definition.ts';
import { peripheralReports } from './peripherals.ts';

/**
 * Reports without a data source. To serve one: move its row to the served definitions, replace `awaits` by a query, and add its
 * number to the contract. Until then it is hidden and its calls are refused.
 */
export const AWAITING: readonly AwaitingReport[] = peripheralReports;
