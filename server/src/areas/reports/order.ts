import { CallError } from '@fleetwarden/contract/errors';
import { markOf } from './day-marks.ts';
import type { Order } from './query.ts';
import type { ReportDefinition } from './report.ts';
import { shownOf } from './template.ts';
import { typeOfColumn } from './type-keys.ts';

/**
 * The order of a report's rows: as it was asked for, or its own; `spreads`: some of its columns depend on its conditions. Throws CallError
 * recheckInput for what is no column.
 */
export function orderOf(
  { order, columns }: Pick<ReportDefinition, 'order' | 'columns'>,
  { orderBy, direction }: { readonly orderBy?: string | undefined; readonly direction?: 'asc' | 'desc' | undefined },
  spreads: boolean,
): Order {
  if (orderBy === undefined) return order;
  if (columns.some((column) => shownOf(column).key === orderBy)) return [orderBy, direction ?? 'asc'];
  // a kind or a day that had its column under other conditions
  if (spreads && (typeOfColumn(orderBy) ?? markOf(orderBy)) !== undefined) return order;
  throw new CallError('recheckInput', `order ${orderBy}`);
}
