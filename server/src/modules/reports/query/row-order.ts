import { CallError } from '@fleetwarden/contract/errors';
import { typeOfColumn } from '../columns/alarm-type-keys.ts';
import { markOf } from '../columns/day-marks.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { shownOf } from '../model/template.ts';
import type { Order } from './sql-builder.ts';

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
