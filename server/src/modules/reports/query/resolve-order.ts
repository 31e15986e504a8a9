import { CallError } from '@fleetwarden/contract/errors';
import { parseTypeKey } from '../columns/alarm-type-keys.ts';
import { parseMarkKey } from '../columns/day-marks.ts';
import type { RowOrder } from '../model/query-result.ts';
import { toShownColumn } from '../model/template.ts';
import type { PreparedReport } from './resolve-report.ts';

export type OrderWish = { readonly orderBy?: string | undefined; readonly direction?: 'asc' | 'desc' | undefined };

/** The order of the rows: the user's, or the report's own. Throws CallError recheckInput for an unknown column. */
export function resolveOrder(
  { definition: { order, columns }, dynamicColumns }: Pick<PreparedReport, 'definition' | 'dynamicColumns'>,
  { orderBy, direction }: OrderWish,
): RowOrder {
  if (orderBy === undefined) return order;
  if (columns.some((column) => toShownColumn(column).key === orderBy)) return [orderBy, direction ?? 'asc'];
  // an alarm type or a day that had a column under other filters
  const isDynamic = Object.keys(dynamicColumns).length > 0;
  if (isDynamic && (parseTypeKey(orderBy) ?? parseMarkKey(orderBy)) !== undefined) return order;
  throw new CallError('recheckInput', `order ${orderBy}`);
}
