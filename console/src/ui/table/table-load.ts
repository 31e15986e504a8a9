import type { CallInput, ClientRoute } from '@fleetwarden/contract/call';
import type { Paged, RowOf } from '../../api/call-paged.ts';
import { callPaged } from '../../api/call-paged.ts';
import type { TableState } from './use-table-url.ts';

/** What a table's query is for the server: its filters, `sort` and `order`. */
export function dataOf({ filters, sort }: Pick<TableState, 'filters' | 'sort'>): Readonly<Record<string, unknown>> {
  return sort ? { ...filters, sort: sort.key, order: sort.order } : filters;
}

/** The `load` of a SearchTable over a paged call whose data are the filters' names, `sort` and `order`. */
export function loadPaged<R extends ClientRoute>(row: R) {
  return (state: TableState, signal: AbortSignal): Promise<Paged<RowOf<R>>> =>
    // The filters come from the address bar: the server's schema judges them, not the compiler.
    callPaged(row, dataOf(state) as CallInput<R>, { signal, pageModel: { page: state.page, limit: state.size } });
}
