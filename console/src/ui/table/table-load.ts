import type { CallInput, ClientRoute } from '@fleetwarden/contract/call';
import type { Paged, RowOf } from '../../api/call-paged.ts';
import { callPaged } from '../../api/call-paged.ts';
import type { TableState } from './use-table-url.ts';

/** The data of a table request: filters, `sort` and `order`. */
export function dataOf({ filters, sort }: Pick<TableState, 'filters' | 'sort'>): Readonly<Record<string, unknown>> {
  return sort ? { ...filters, sort: sort.key, order: sort.order } : filters;
}

/** Creates the `load` function of a SearchTable from a paged call that takes the filters, `sort` and `order`. */
export function loadPaged<R extends ClientRoute>(row: R) {
  return (state: TableState, signal: AbortSignal): Promise<Paged<RowOf<R>>> =>
    // Filters come from the URL: the server's schema validates them.
    callPaged(row, dataOf(state) as CallInput<R>, { signal, pageModel: { page: state.page, limit: state.size } });
}
